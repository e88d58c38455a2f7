import { runOpenLoop } from './openLoop.ts';
import { startBenchServer } from './startBenchServer.ts';

// Lists of the operator's console with 50,000 accounts; an empty route is the floor. Budget: p99 60 ms.

const PER_SECOND = 5;
const SECONDS = 20;

const LISTS = {
  'an empty route': () => '/bench/empty/route',
  'people by name': (n: number) => `/api/operator/people?page=${1 + (n % 50)}`,
  'people by company, descending': (n: number) => `/api/operator/people?sort=-company&page=${1 + (n % 50)}`,
  'people found by an address': (n: number) => `/api/operator/people?filter=person${40 + n}`,
  'people found by a company': (n: number) => `/api/operator/people?filter=station%20${n % 50}`,
  applications: (n: number) => `/api/operator/applications?page=${1 + (n % 10)}`,
  today: () => '/api/operator/today',
};

const server = await startBenchServer('people');
try {
  for (const [name, getPath] of Object.entries(LISTS)) {
    const { p50, p99, failed } = await runOpenLoop(server, { perSecond: PER_SECOND, seconds: SECONDS }, (index) => ({
      method: 'GET',
      path: getPath(index),
    }));
    console.log(`${name}, ${PER_SECOND}/s: median ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${failed} refused`);
  }
} finally {
  server.stop();
}
