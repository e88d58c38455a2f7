import { generatePath } from 'react-router';
import { paths } from '../platform/paths.ts';

/** Below the console of labels, or that of operators, which shows the releases of all labels. */
export const consoleRoutes = {
  editor: 'releases/:releaseid',
  preview: 'releases/:releaseid/preview',
  report: 'releases/:releaseid/report',
  labelReport: 'report',
  settings: 'settings/:labelid',
  calendar: 'calendar',
  lists: 'lists',
  list: 'lists/:listid',
} as const;

const isOperatorConsole = (): boolean => window.location.pathname.startsWith(`${paths.operator}/`);

/** The console that is shown: what opens from it stays in it. */
const consoleRoot = (): string => (isOperatorConsole() ? paths.operator : paths.console);

export const staffReleasesPath = (): string => (isOperatorConsole() ? `${paths.operator}/releases` : paths.console);

export const releaseEditorPath = (releaseid: string): string =>
  `${consoleRoot()}/${generatePath(consoleRoutes.editor, { releaseid })}`;

export const releaseReportPath = (releaseid: string): string =>
  `${consoleRoot()}/${generatePath(consoleRoutes.report, { releaseid })}`;

export const releasePreviewPath = (releaseid: string): string =>
  `${consoleRoot()}/${generatePath(consoleRoutes.preview, { releaseid })}`;

export const labelSettingsPath = (labelid: string): string =>
  `${consoleRoot()}/${generatePath(consoleRoutes.settings, { labelid })}`;

export const labelReportPath = (): string => `${consoleRoot()}/${consoleRoutes.labelReport}`;

export const listsPath = (labelid?: string): string =>
  `${consoleRoot()}/${consoleRoutes.lists}${labelid === undefined ? '' : `?${new URLSearchParams({ label: labelid })}`}`;

export const listPath = (listid: string): string => `${consoleRoot()}/${generatePath(consoleRoutes.list, { listid })}`;
