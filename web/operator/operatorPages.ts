import { type ComponentType, lazy } from 'react';
import type { TextKey } from '../platform/text.ts';

interface OperatorPage {
  /** The link of the navigation, below `paths.operator`. */
  id: string;
  text: TextKey;
  /** Below `paths.operator`, with its parameters. */
  path: string;
  Page: ComponentType;
}

const pick =
  <Name extends string>(name: Name) =>
  <Component>(module: Record<Name, Component>) => ({ default: module[name] });

/** In the order of the navigation. */
export const operatorPages: readonly OperatorPage[] = [
  { id: '', text: 'operator.today', path: '', Page: lazy(() => import('./Today.tsx').then(pick('Today'))) },
  {
    id: 'applications',
    text: 'operator.applications',
    path: 'applications',
    Page: lazy(() => import('./Applications.tsx').then(pick('Applications'))),
  },
  {
    id: 'people',
    text: 'operator.people',
    path: 'people/:playerid?',
    Page: lazy(() => import('./People.tsx').then(pick('People'))),
  },
  {
    id: 'labels',
    text: 'names.labels',
    path: 'labels/:labelid?',
    Page: lazy(() => import('./Labels.tsx').then(pick('Labels'))),
  },
  {
    id: 'releases',
    text: 'table.releases',
    path: 'releases',
    Page: lazy(() => import('../label/StaffReleases.tsx').then(pick('StaffReleases'))),
  },
  {
    id: 'packages',
    text: 'operator.packages',
    path: 'packages/:packageid?',
    Page: lazy(() => import('./Packages.tsx').then(pick('Packages'))),
  },
  {
    id: 'vocabulary',
    text: 'names.vocabulary',
    path: 'vocabulary',
    Page: lazy(() => import('./Vocabulary.tsx').then(pick('Vocabulary'))),
  },
  { id: 'trace', text: 'trace.title', path: 'trace', Page: lazy(() => import('./Trace.tsx').then(pick('Trace'))) },
  {
    id: 'mails',
    text: 'operator.mails',
    path: 'mails',
    Page: lazy(() => import('./MailsAndJobs.tsx').then(pick('MailsAndJobs'))),
  },
  { id: 'audit', text: 'operator.audit', path: 'audit', Page: lazy(() => import('./Audit.tsx').then(pick('Audit'))) },
  {
    id: 'status',
    text: 'operator.status',
    path: 'status',
    Page: lazy(() => import('./Status.tsx').then(pick('Status'))),
  },
];
