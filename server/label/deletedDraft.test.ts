import { routes } from '@promenade/contract';
import { staffRelease } from '@promenade/contract/label';
import type { Route } from '@promenade/contract/route';
import { shareShelf } from '@promenade/contract/shelf';
import { expect, test, vi } from 'vitest';
import { deleteRelease } from '../catalogue/publishQueries.ts';
import { startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const label = { name: 'Harbour', contact: null };
const editor = await server.signedIn({ verified: true, company: 'Ferry FM' });
await editor.call(shareShelf, { body: { ison: true } });
const first = await server.release({ label, isDraft: true });
await server.joinLabel(editor, first, 'editor');

const bodies: Record<string, object> = {
  changeRelease: { title: 'Another' },
  setCover: { uploadid: crypto.randomUUID() },
  replaceRecording: { uploadid: crypto.randomUUID() },
  setAttachments: { attachments: [] },
  setAudience: { packages: ['Everyone'], people: [], excluded: [], addresses: [] },
  copyTemplate: { from: first.releaseid },
  publishDraft: { available: null, mail: null },
  changeMail: { at: null, subject: '', message: '' },
  sendTestMail: { subject: '', message: '' },
  react: { kind: 'rotation' },
  voteShelf: { vote: 'for' },
  comment: { player_email: editor.email, comment_type_id: 1, comment_text: 'Who mastered this?' },
};

test.each(Object.entries<Route>(routes).filter(([, { path }]) => path.includes('/:releaseid')))(
  'a draft that is deleted beside %s is no error of the service',
  async (name, { method, path }) => {
    const options = { label, isDraft: true, recipients: [editor.email], allow_sharing: true, commenting_enabled: true };
    const { id, releaseid, trackids } = await server.release(options);
    const { body } = await editor.call(staffRelease, { params: { releaseid } });
    const values: Record<string, string> = {
      releaseid,
      trackid: trackids[0] ?? '',
      changeid: '1',
      format: 'csv',
      file: 'x.webp',
      name: '1.jpg',
    };
    const send = () =>
      fetch(`${server.url}/api${path.replaceAll(/:([a-z]+)/g, (_all, value: string) => values[value] ?? '')}`, {
        method,
        headers: {
          authorization: `Bearer ${editor.token}`,
          'if-match': `"${body.version}"`,
          ...(method !== 'GET' && { 'content-type': 'application/json' }),
        },
        ...(method !== 'GET' && { body: JSON.stringify(bodies[name] ?? {}) }),
      });
    let isAnswered = false;
    let answer: Promise<Response> | undefined;
    // The call still sees the draft, and waits wherever it changes it.
    await server.db.transaction().execute(async (db) => {
      await deleteRelease(db, id);
      answer = send().finally(() => {
        isAnswered = true;
      });
      await vi.waitUntil(async () => isAnswered || (await server.countWaitingStatements()) > 0);
    });
    const response = await answer;
    expect(response?.status, await response?.text()).toBeLessThan(500);
    // Afterwards it is unknown.
    expect((await send()).status).toBeOneOf([400, 404]);
  },
);
