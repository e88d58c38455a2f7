import { flushCompileCache } from 'node:module';
import { buildWeb } from './buildWeb.ts';

// `npm run build`: the browser part, and the cache of stripped types that scripts/run.mjs opens. Afterwards the service
// starts from a checkout that it cannot write.

await buildWeb(console.log);
for (const file of ['app', 'worker', 'platform/openContext', 'ingest/importFolders'])
  await import(`../server/${file}.ts`);
flushCompileCache();
