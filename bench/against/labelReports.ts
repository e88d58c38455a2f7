import { staffLabels, staffReleases } from '@promenade/contract/label';
import { labelReport } from '@promenade/contract/reports';
import { startBenchServerOf } from './benchServers.ts';
import { defineMeasurement } from './measurement.ts';

/** A label whose releases have 10,000 recipients each; processor time with PostgreSQL. */
export const labelReports = defineMeasurement({
  figures: [
    { name: 'first look at a table of 40 releases, s', bound: { of: 'ratio', atMost: 1 / 15 } },
    { name: 'report of the label, 200 releases, s', bound: { of: 'ratio', atMost: 1 / 15 } },
  ],
  start: (build) => startBenchServerOf(build, 'reports'),
  measure: async ({ call, measureWork }) => {
    const labelid = (await call(staffLabels, { query: {} })).body.items[0]?.labelid ?? '';
    const show = (page: number) => requireAnswer(call(staffReleases, { query: { page } }));
    const report = () => requireAnswer(call(labelReport, { query: { labelid } }));
    // Code is compiled and tables are read before, by other rows.
    await show(2);
    await report();
    return [await measureWork(() => show(1)), await measureWork(report)];
  },
});

async function requireAnswer(response: Promise<{ status: number }>): Promise<void> {
  const { status } = await response;
  if (status !== 200) throw new Error(`The call was answered with ${status}.`);
}
