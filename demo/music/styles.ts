import { indie, punk } from './bandStyles.ts';
import { drumAndBass, house, techno } from './clubStyles.ts';
import { afro, disco, synthwave } from './danceStyles.ts';
import { hipHop, jazz, soul, trap } from './grooveStyles.ts';
import { ambient, folk, kalimbaPop, neoclassical, waltz } from './quietStyles.ts';
import type { StyleDefinition } from './style.ts';

export const styles = {
  house,
  techno,
  drumAndBass,
  disco,
  synthwave,
  afro,
  indie,
  punk,
  soul,
  hipHop,
  trap,
  jazz,
  ambient,
  folk,
  waltz,
  neoclassical,
  kalimbaPop,
} satisfies Record<string, StyleDefinition>;
export type StyleName = keyof typeof styles;
