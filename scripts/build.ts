import { flushCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { findBinaries, prepareBinaries } from '../server/platform/postgres/postgresBinaries.ts';
import { buildWeb } from './buildWeb.ts';

// `npm run build`: the browser part, the links of PostgreSQL's libraries, and the cache of stripped types that
// scripts/run.mjs opens. Afterwards the service starts from a checkout that it cannot write.

await buildWeb(console.log);
await prepareBinaries(findBinaries(), tmpdir());
for (const file of ['app', 'worker', 'platform/openContext', 'ingest/run/importFolders'])
  await import(`../server/${file}.ts`);
flushCompileCache();
