import type { ReleaseReport } from '@promenade/contract/reports';
import { useEffect, useMemo, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatTableDate } from '../platform/format.ts';
import { getLanguage, useText } from '../platform/text.ts';
import styles from './DayChart.module.css';

const HEIGHT_PX = 200;
const DAY_S = 24 * 3600;
const BAR_SHARE = 0.7;

type Day = ReleaseReport['days'][number];

/** People of each day: who heard as bars, who opened and downloaded as lines. The page has the same as a table. */
export function DayChart({ days }: { days: readonly Day[] }) {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const data = useMemo(() => fillDays(days), [days]);
  const latest = useRef(data);
  const plot = useRef<uPlot>(undefined);
  const [day, heard, opened, downloaded] = [t('label.day'), t('label.heard'), t('label.opened'), t('label.downloaded')];
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    // A canvas does not know the custom properties of the page, which depend on the theme.
    const color = (name: string) => () => {
      element.style.color = `var(${name})`;
      const resolved = getComputedStyle(element).color;
      element.style.color = '';
      return resolved;
    };
    const axis = {
      stroke: color('--text-soft'),
      grid: { stroke: color('--line-faint'), width: 1 },
      ticks: { show: false },
      font: `12px ${getComputedStyle(element).fontFamily}`,
    };
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT_PX,
        cursor: { y: false, drag: { x: false, y: false } },
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
        scales: {
          x: { range: (_chart, min, max) => [min - DAY_S / 2, max + DAY_S / 2] },
          y: { range: (_chart, _min, max) => [0, Math.max(max, 4)] },
        },
        axes: [
          {
            ...axis,
            incrs: [1, 2, 7, 14, 28, 56].map((count) => count * DAY_S),
            values: (_chart, splits) =>
              splits.map((at) => formatTableDate(dayOf(at), getLanguage()).replace(/-\d{4}$/, '')),
          },
          { ...axis, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000], size: 44 },
        ],
        series: [
          {
            label: day,
            value: (_chart, at: number | null) => (at === null ? '–' : formatTableDate(dayOf(at), getLanguage())),
          },
          {
            label: heard,
            fill: color('--accent'),
            paths: uPlot.paths.bars?.({ size: [BAR_SHARE, 40] }),
            points: { show: false },
          },
          { label: opened, stroke: color('--text-soft'), width: 2, points: { show: false } },
          { label: downloaded, stroke: color('--good'), width: 2, dash: [6, 4], points: { show: false } },
        ],
      },
      latest.current,
      element,
    );
    plot.current = chart;
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT_PX }));
    observer.observe(element);
    const scheme = window.matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => chart.redraw(false);
    scheme.addEventListener('change', redraw);
    return () => {
      observer.disconnect();
      scheme.removeEventListener('change', redraw);
      chart.destroy();
    };
  }, [day, heard, opened, downloaded]);
  useEffect(() => {
    latest.current = data;
    plot.current?.setData(data);
  }, [data]);
  return <div ref={frame} className={styles.chart} aria-hidden />;
}

/** The axis has days, whose seconds of 1970 are those of UTC. */
const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** Days without anything have zeros; at least a week is shown. */
function fillDays(days: readonly Day[]): uPlot.AlignedData {
  const byDay = new Map(days.map((day) => [Date.parse(day.day) / 1000, day]));
  const last = Math.max(...byDay.keys());
  const first = Math.min(...byDay.keys(), last - 6 * DAY_S);
  const times = Array.from({ length: (last - first) / DAY_S + 1 }, (_, index) => first + index * DAY_S);
  const pick = (name: 'heard' | 'opened' | 'downloaded') => times.map((time) => byDay.get(time)?.[name] ?? 0);
  return [times, pick('heard'), pick('opened'), pick('downloaded')];
}
