import { CalendarDays, ChartNoAxesColumn, Disc3, type LucideIcon, Settings, Users } from 'lucide-react';
import { useLocation } from 'react-router';
import { paths } from '../platform/paths.ts';
import type { TextKey } from '../platform/text.ts';
import { consoleRoutes } from './consolePaths.ts';
import { useStaffLabels } from './data.ts';

/** A page in the navigation of a console. */
export interface ConsolePage {
  to: string;
  text: TextKey;
  icon: LucideIcon;
  /** Paths of the page and of those that open from it; empty for a page at the root of the console. */
  roots: readonly string[];
}

const root = paths.console;
const settingsRoot = `${root}/settings`;

/**
 * The pages of the console of labels. Report, lists and settings are those of the label that the address names, else of the
 * first one.
 * @param isOpen false in the other console, where nothing is fetched
 */
export function useLabelPages(isOpen: boolean): ConsolePage[] {
  const { pathname, search } = useLocation();
  const labels = useStaffLabels(isOpen).data?.items ?? [];
  const named = pathname.startsWith(`${settingsRoot}/`)
    ? pathname.slice(settingsRoot.length + 1)
    : new URLSearchParams(search).get('label');
  const label = labels.find(({ labelid }) => labelid === named);
  const report = `${root}/${consoleRoutes.labelReport}`;
  const calendar = `${root}/${consoleRoutes.calendar}`;
  const lists = `${root}/${consoleRoutes.lists}`;
  const settings = label ?? labels[0];
  return [
    { to: root, text: 'table.releases', icon: Disc3, roots: [`${root}/releases`] },
    { to: calendar, text: 'calendar.title', icon: CalendarDays, roots: [calendar] },
    {
      to: label ? `${report}?${new URLSearchParams({ label: label.labelid })}` : report,
      text: 'label.report-item',
      icon: ChartNoAxesColumn,
      roots: [report],
    },
    ...(settings
      ? [
          {
            to: label ? `${lists}?${new URLSearchParams({ label: label.labelid })}` : lists,
            text: 'listed.item' as const,
            icon: Users,
            roots: [lists],
          },
          {
            to: `${settingsRoot}/${settings.labelid}`,
            text: 'label.settings-item' as const,
            icon: Settings,
            roots: [settingsRoot],
          },
        ]
      : []),
  ];
}
