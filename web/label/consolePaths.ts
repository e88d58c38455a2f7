import { generatePath } from 'react-router';
import { paths } from '../platform/paths.ts';

/** Below `paths.console`. */
export const consoleRoutes = {
  editor: 'releases/:releaseid',
  preview: 'releases/:releaseid/preview',
  report: 'releases/:releaseid/report',
  labelReport: 'report',
  settings: 'settings/:labelid',
} as const;

export const releaseEditorPath = (releaseid: string): string =>
  `${paths.console}/${generatePath(consoleRoutes.editor, { releaseid })}`;

export const releaseReportPath = (releaseid: string): string =>
  `${paths.console}/${generatePath(consoleRoutes.report, { releaseid })}`;

export const releasePreviewPath = (releaseid: string): string =>
  `${paths.console}/${generatePath(consoleRoutes.preview, { releaseid })}`;

export const labelSettingsPath = (labelid: string): string =>
  `${paths.console}/${generatePath(consoleRoutes.settings, { labelid })}`;

export const labelReportPath = `${paths.console}/${consoleRoutes.labelReport}`;
