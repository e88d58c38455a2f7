import { generatePath } from 'react-router';
import { paths } from '../platform/paths.ts';

/** Below `paths.console`. */
export const consoleRoutes = {
  editor: 'releases/:releaseid',
  report: 'releases/:releaseid/report',
  labelReport: 'report',
} as const;

export const releaseEditorPath = (releaseid: string): string =>
  `${paths.console}/${generatePath(consoleRoutes.editor, { releaseid })}`;

export const releaseReportPath = (releaseid: string): string =>
  `${paths.console}/${generatePath(consoleRoutes.report, { releaseid })}`;

export const labelReportPath = `${paths.console}/${consoleRoutes.labelReport}`;
