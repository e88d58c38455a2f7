import { readFile } from 'node:fs/promises';
import { staffRelease } from '@promenade/contract/label';
import { importDelivery } from '@promenade/contract/uploads';
import { importDelivery as runImport } from '../ingest/uploads/importDelivery.ts';
import type { DecodePool } from '../ingest/workers/decodePool.ts';
import { fixture } from './deliveries.ts';
import type { TestServer } from './testServer.ts';
import { createUploader } from './uploads.ts';

type Files = Record<string, string | Buffer>;

/** An editor of a new label, who delivers files: names of fixtures, or contents. The pool is of all imports of a test file. */
export async function createLabel(
  server: TestServer & { decodePool: DecodePool },
  name: string,
  { runsJobs = false } = {},
) {
  const { labelid, id } = await server.db
    .insertInto('labels')
    .values({ name, logo_hash: null, contact: null })
    .returning(['labelid', 'id'])
    .executeTakeFirstOrThrow();
  const editor = await server.signedIn();
  await server.db
    .insertInto('account_label')
    .values({
      account_id: editor.accountid,
      label_id: id,
      role: 'editor',
      since: server.now(),
      granted_by: 'command',
    })
    .execute();
  const uploader = createUploader(server.url, editor);
  const upload = async (deliveryid: string, files: Files) => {
    for (const [path, source] of Object.entries(files))
      await uploader.upload(deliveryid, path, Buffer.isBuffer(source) ? source : await readFile(fixture(source)));
  };
  /** Without the queue, and with decoders that other imports use, too. */
  async function runNow(deliveryid: string, twins?: 'replace' | 'new') {
    await editor.call(importDelivery, { params: { deliveryid }, body: { ...(twins && { twins }) } });
    await runImport(server, { deliveryid, actor: editor.playerid });
    return uploader.read(deliveryid);
  }
  return {
    editor,
    id,
    ...uploader,
    /** Gives its location. */
    uploadTo: uploader.upload,
    upload,
    async start(folder: string, files: Files, releaseid?: string) {
      const { deliveryid } = await uploader.start(labelid, folder, releaseid);
      await upload(deliveryid, files);
      return deliveryid;
    },
    import: runsJobs ? uploader.import : runNow,
    async deliver(folder: string, files: Files, releaseid?: string) {
      return runNow(await this.start(folder, files, releaseid));
    },
    readRelease: async (releaseid: string | null) =>
      (await editor.call(staffRelease, { params: { releaseid: releaseid ?? '' } })).body,
  };
}
