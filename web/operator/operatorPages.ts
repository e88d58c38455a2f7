import {
  Activity,
  BookA,
  Disc3,
  Fingerprint,
  Inbox,
  ListTodo,
  type LucideIcon,
  Mail,
  Package,
  ScrollText,
  Tag,
  Users,
} from 'lucide-react';
import { type ComponentType, lazy } from 'react';
import type { ConsolePage } from '../label/labelPages.ts';
import type { TextKey } from '../platform/text.ts';
import { operatorPath } from './operatorPath.ts';

interface OperatorPage {
  /** The link of the navigation, below `paths.operator`. */
  id: string;
  text: TextKey;
  icon: LucideIcon;
  /** Below `paths.operator`, with its parameters. */
  path: string;
  Page: ComponentType;
  /** Further pages that open from it. */
  more?: readonly string[];
}

const pick =
  <Name extends string>(name: Name) =>
  <Component>(module: Record<Name, Component>) => ({ default: module[name] });

/** In the order of the navigation. */
export const operatorPages: readonly OperatorPage[] = [
  {
    id: '',
    text: 'operator.today',
    icon: ListTodo,
    path: '',
    Page: lazy(() => import('./Today.tsx').then(pick('Today'))),
  },
  {
    id: 'applications',
    text: 'operator.applications',
    icon: Inbox,
    path: 'applications',
    Page: lazy(() => import('./Applications.tsx').then(pick('Applications'))),
  },
  {
    id: 'people',
    text: 'operator.people',
    icon: Users,
    path: 'people/:playerid?',
    Page: lazy(() => import('./People.tsx').then(pick('People'))),
  },
  {
    id: 'labels',
    text: 'names.labels',
    icon: Tag,
    path: 'labels/:labelid?',
    more: ['settings'],
    Page: lazy(() => import('./Labels.tsx').then(pick('Labels'))),
  },
  {
    id: 'releases',
    text: 'table.releases',
    icon: Disc3,
    path: 'releases',
    more: ['report'],
    Page: lazy(() => import('../label/StaffReleases.tsx').then(pick('StaffReleases'))),
  },
  {
    id: 'packages',
    text: 'operator.packages',
    icon: Package,
    path: 'packages/:packageid?',
    Page: lazy(() => import('./Packages.tsx').then(pick('Packages'))),
  },
  {
    id: 'vocabulary',
    text: 'names.vocabulary',
    icon: BookA,
    path: 'vocabulary',
    Page: lazy(() => import('./Vocabulary.tsx').then(pick('Vocabulary'))),
  },
  {
    id: 'trace',
    text: 'trace.title',
    icon: Fingerprint,
    path: 'trace',
    Page: lazy(() => import('./Trace.tsx').then(pick('Trace'))),
  },
  {
    id: 'mails',
    text: 'operator.mails',
    icon: Mail,
    path: 'mails',
    Page: lazy(() => import('./MailsAndJobs.tsx').then(pick('MailsAndJobs'))),
  },
  {
    id: 'audit',
    text: 'operator.audit',
    icon: ScrollText,
    path: 'audit',
    Page: lazy(() => import('./Audit.tsx').then(pick('Audit'))),
  },
  {
    id: 'status',
    text: 'operator.status',
    icon: Activity,
    path: 'status',
    Page: lazy(() => import('./Status.tsx').then(pick('Status'))),
  },
];

/** The same pages as links of the navigation. */
export const operatorLinks: readonly ConsolePage[] = operatorPages.map(({ id, text, icon, more = [] }) => ({
  to: operatorPath(id),
  text,
  icon,
  // Today is at the root of all others.
  roots: id === '' ? [] : [id, ...more].map((path) => operatorPath(path)),
}));
