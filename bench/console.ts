import { auditLines } from '@promenade/contract/operatorService';
import { createClient } from '../server/testing/client.ts';
import { startBenchServer } from './startBenchServer.ts';
import { median } from './statistics.ts';
import { startStep } from './steps.ts';

// Lists of the operator's console with 50,000 accounts and 100,000 releases, one call at a time; an empty route is the floor.
// Budget: p99 60 ms, without the first call, which fills caches of a minute. `npm run bench:console -- people audit`
// measures lists whose names begin so.

const CALLS = 100;

const people = (query: string) => `/api/operator/people?${query}`;
const names = (kind: string, query: string) => `/api/operator/names/${kind}?${query}`;
const audit = (query: string) => `/api/operator/audit?${query}`;
const mails = (query: string) => `/api/operator/mails?${query}`;
const releases = (query: string) => `/api/label/releases?${query}`;

const server = await startBenchServer('console');
const [line] = (await createClient(server.url, server.token)(auditLines, { query: { page: 10 } })).body.items;

const PATHS: Record<string, (n: number) => string> = {
  today: () => '/api/operator/today',
  'applications, first page': () => '/api/operator/applications',
  'applications, newest first': () => '/api/operator/applications?sort=-applied',
  'applications, last page': () => '/api/operator/applications?page=13',
  'applications found': (n) => `/api/operator/applications?filter=person%20${n}`,
  'applications, decided': () => '/api/operator/applications?state=decided',
  ...Object.fromEntries(
    ['name', '-name', 'company', '-company', 'created', '-created'].map((sort) => [
      `people by ${sort}`,
      (n: number) => people(`sort=${sort}&page=${1 + (n % 3)}`),
    ]),
  ),
  'people, last page': () => people('page=1251'),
  'people by -company, last page': () => people('sort=-company&page=1251'),
  'people, disabled': (n) => people(`status=disabled&page=${1 + (n % 12)}`),
  'people, active, by company': (n) => people(`status=active&sort=company&page=${1 + (n % 12)}`),
  'people, operators': () => people('role=operator'),
  'people, verified': (n) => people(`role=verified&page=${1 + (n % 800)}`),
  'people of a package': (n) => people(`package=Package%20${1 + (n % 12)}`),
  'people of "Everyone", last page': () => people('package=Everyone&page=1251'),
  'people without mails': () => people('mails=suppressed'),
  'people found by an address': (n) => people(`filter=person${4000 + n}%40`),
  'people found by a company': (n) => people(`filter=station%20${n % 50}`),
  'people found by "a"': () => people('filter=a'),
  'people found by "person", last page': () => people('filter=person&page=25'),
  'people, none found': (n) => people(`filter=nobody${n}`),
  'people found, disabled, by company': () => people('filter=station&status=disabled&sort=company'),
  ...Object.fromEntries(
    ['labels', 'packages', 'genres', 'moods', 'instruments', 'markets'].flatMap((kind) => [
      [`${kind} by name`, () => names(kind, '')],
      [`${kind} by releases`, () => names(kind, 'sort=-releases')],
      [`${kind} found`, () => names(kind, 'filter=re')],
    ]),
  ),
  'labels, last page': () => names('labels', 'page=75'),
  'labels with twins': () => names('labels', 'twins=1'),
  'packages with twins': () => names('packages', 'twins=1'),
  'people in a package': (n) => `/api/operator/packages/2/people?page=${1 + (n % 5)}`,
  'people in "Everyone", last page': () => '/api/operator/packages/1/people?page=1251',
  mails: () => mails(''),
  ...Object.fromEntries(
    ['waiting', 'failed', 'bounced', 'sent'].map((state) => [`mails, ${state}`, () => mails(`state=${state}`)]),
  ),
  'mails, last page': () => mails('page=1250'),
  jobs: () => '/api/operator/jobs',
  audit: () => audit(''),
  'audit, last page': () => audit('page=5000'),
  'audit by a person': () => audit(`actor=${line?.subject}`),
  'audit by the command': () => audit('actor=command'),
  'audit of a subject': () => audit(`subject=${line?.subject}`),
  'audit of an action': () => audit('action=account'),
  'audit of an unknown action': () => audit('action=nothing'),
  'audit of a month': () => audit('since=2026-01-01&until=2026-01-31'),
  'audit.csv of a person': () => `/api/operator/audit.csv?actor=${line?.subject}`,
  'audit.csv, all lines': () => '/api/operator/audit.csv',
  ...Object.fromEntries(
    ['-date', 'date', 'title', '-title', 'artist', '-artist', 'impact', '-impact'].map((sort) => [
      `releases by ${sort}`,
      (n: number) => releases(`sort=${sort}&page=${1 + (n % 3)}`),
    ]),
  ),
  'releases, last page': () => releases('page=2500'),
  'releases by title, last page': () => releases('sort=title&page=2500'),
  'releases, withdrawn': () => releases('state=withdrawn'),
  'releases, scheduled': () => releases('state=scheduled'),
  'releases, available': () => releases('state=available'),
  'releases found by a word': () => releases('filter=baba'),
  'releases found by "a"': () => releases('filter=a'),
  'releases found by a UPC': (n) => releases(`filter=${600_000_000_000 + 1 + n}`),
  'releases, none found': () => releases('filter=nothing'),
  status: () => '/api/operator/status',
};

const chosen = process.argv.slice(2);
try {
  const floor = await measure('an empty route', () => '/bench/empty/route', Number.NaN);
  for (const [name, getPath] of Object.entries(PATHS))
    if (chosen.length === 0 || chosen.some((text) => name.startsWith(text))) await measure(name, getPath, floor);
} finally {
  server.stop();
}

/** Returns the median in milliseconds. */
async function measure(name: string, getPath: (n: number) => string, floor: number): Promise<number> {
  startStep(`Measuring ${name}`);
  const headers = { authorization: `Bearer ${server.token}` };
  const times: number[] = [];
  for (let n = 0; n <= CALLS; n++) {
    const start = performance.now();
    const response = await fetch(server.url + getPath(n), { headers });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${name}: status ${response.status}`);
    times.push(performance.now() - start);
  }
  const [first = 0, ...others] = times;
  const [p50, p99] = [median(others), others.toSorted((a, b) => a - b)[Math.floor(CALLS * 0.99) - 1] ?? 0];
  const figures = `median ${p50.toFixed(1)} ms (${(p50 / floor).toFixed(1)} times the floor), p99 ${p99.toFixed(1)} ms`;
  console.log(`${p99 > 60 ? 'OVER ' : ''}${name}: ${figures}, first ${first.toFixed(0)} ms`);
  return p50;
}
