import { staffLabels, staffRelease, staffReleases } from '@promenade/contract/label';
import * as reports from '@promenade/contract/reports';
import { createClient } from '../server/testing/client.ts';
import { startBenchServer } from './startBenchServer.ts';
import { median } from './statistics.ts';
import { startStep } from './steps.ts';

// The report and the editor of a release with 10,000 recipients and twelve tracks, of a label with 10,000 releases, one call
// at a time; an empty route is the floor.

const CALLS = 20;

const server = await startBenchServer('reports');
try {
  const { url, token } = server;
  const call = createClient(url, token);
  const { items } = (await call(staffReleases, { query: { pagesize: 1 } })).body;
  const [label] = (await call(staffLabels, { query: {} })).body.items;
  const labelid = label?.labelid ?? '';
  const params = { releaseid: items[0]?.releaseid ?? '' };
  const headers = { authorization: `Bearer ${token}` };
  await measure('an empty route', () => fetch(`${url}/bench/empty/route`, { headers }));
  await measure('report', () => call(reports.releaseReport, { params }));
  await measure('first page of recipients', () => call(reports.reportRecipients, { params, query: {} }));
  await measure('those who heard, by name', () =>
    call(reports.reportRecipients, { params, query: { state: 'heard', sort: 'name', page: 20 } }),
  );
  await measure('table of releases', () => call(staffReleases, { query: {} }));
  await measure('the editor of a release', () => call(staffRelease, { params }));
  let version = (await call(staffRelease, { params })).body.version;
  await measure('an edit of a release', () => {
    const match = { ...headers, 'content-type': 'application/json', 'if-match': `"${version}"` };
    const body = JSON.stringify({ title: `Edit ${version++}` });
    return fetch(`${url}/api/label/releases/${params.releaseid}`, { method: 'PATCH', headers: match, body });
  });
  await measure('report of the label', () => call(reports.labelReport, { query: { labelid } }), 3);
} finally {
  server.stop();
}

async function measure(name: string, send: () => Promise<{ status: number }>, calls = CALLS): Promise<void> {
  startStep(`Measuring ${name}`);
  const times: number[] = [];
  for (let index = 0; index < calls; index++) {
    const start = performance.now();
    const { status } = await send();
    if (status !== 200) throw new Error(`${name}: status ${status}`);
    times.push(performance.now() - start);
  }
  const [first = 0, ...others] = times;
  console.log(
    `${name}: first ${first.toFixed(0)} ms, median ${median(others).toFixed(1)} ms, longest ${Math.max(...others).toFixed(0)} ms`,
  );
}
