import { type LucideIcon, ShieldCheck, SlidersHorizontal, UserRound, UsersRound } from 'lucide-react';
import type { AccountPart } from '../platform/paths.ts';

/** The signs of the parts of the account area, in both menus. */
export const accountIcons: { [part in AccountPart]: LucideIcon } = {
  profile: UserRound,
  'my-network': UsersRound,
  management: ShieldCheck,
  'settings-preferences': SlidersHorizontal,
};
