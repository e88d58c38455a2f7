import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { requestReset } from '@promenade/contract/access';
import { release as releaseRoute } from '@promenade/contract/catalogue';
import { afterAll, expect, test } from 'vitest';
import { startTestServer } from '../../testing/testServer.ts';
import { createSilentLog } from '../process/log.ts';
import { openTracing } from './tracing.ts';

interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** Receives traces as a collector does. */
const spans: ReceivedSpan[] = [];
async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { resourceSpans } = (await json(request)) as {
    resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[];
  };
  spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
  response.setHeader('content-type', 'application/json').end('{}');
}
const collector = createServer((request, response) => void receive(request, response)).listen(0, '127.0.0.1');
await once(collector, 'listening');
afterAll(() => void collector.close());
const { port } = collector.address() as AddressInfo;

const tracing = openTracing(`http://127.0.0.1:${port}/v1/traces`, createSilentLog());
const server = await startTestServer({ runsJobs: true, monitoring: { tracing } });

const getAttribute = ({ attributes }: ReceivedSpan, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};

test('requests, their statements, jobs and storage are spans; a trace of the caller goes on', async () => {
  const player = await server.signedIn();
  const { releaseid, trackids } = await server.release({ audio: true });
  const [traceId, parentId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  const headers = { traceparent: `00-${traceId}-${parentId}-01`, 'x-request-id': 'from-the-proxy' };
  await player.call(releaseRoute, { params: { releaseid } }, headers);
  const song = `${server.url}/api/audio/stream/${trackids[0]}.mp3`;
  await (await fetch(song, { headers: { authorization: `Bearer ${player.token}` } })).arrayBuffer();
  await server.call(requestReset, { params: { email: player.email } });
  await server.waitForMail(player.email);
  const isSent = async () => (await server.db.selectFrom('mails').selectAll().execute()).every((mail) => mail.sent_at);
  await expect.poll(isSent).toBe(true);
  await tracing.close();

  const request = spans.find(({ name }) => name === 'GET /api/release/:releaseid');
  expect(request).toMatchObject({ traceId, parentSpanId: parentId });
  if (!request) return;
  expect(getAttribute(request, 'http.route')).toBe('/api/release/:releaseid');
  expect(Number(getAttribute(request, 'http.response.status_code'))).toBe(200);
  expect(getAttribute(request, 'promenade.request_id')).toBe('from-the-proxy');
  const statements = spans.filter(({ name, parentSpanId }) => name === 'statement' && parentSpanId === request.spanId);
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.map((span) => getAttribute(span, 'db.query.text')).join()).toContain('$1');
  const job = spans.find(({ name }) => name === 'job mail');
  expect(spans.some(({ name, parentSpanId }) => name === 'statement' && parentSpanId === job?.spanId)).toBe(true);
  const stream = spans.find(({ name }) => name.startsWith('GET /api/audio/stream/'));
  expect(spans.some(({ name, parentSpanId }) => name === 'storage stat' && parentSpanId === stream?.spanId)).toBe(true);
  const text = JSON.stringify(spans);
  for (const secret of [player.token, player.email, releaseid]) expect(text).not.toContain(secret);
});
