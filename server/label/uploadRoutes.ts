import { ReadableStream } from 'node:stream/web';
import { UPLOADS_PATH } from '@promenade/contract/uploads';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOpen, requireSpace, uploadCalls } from '../ingest/uploads/deliveries.ts';
import type { AppContext } from '../platform/context.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { checkRefusal, requireCaller } from '../platform/http/serve.ts';
import { perKey } from '../platform/process/limits.ts';
import { runInScope } from '../platform/process/scope.ts';
import { requireEditedDelivery, requireEditedUpload } from './staffDeliveries.ts';

const PATH = `/api${UPLOADS_PATH}`;
/** What the protocol says; the rest of a request is ours. */
const HEADERS = [
  'tus-resumable',
  'upload-offset',
  'upload-length',
  'upload-metadata',
  'upload-defer-length',
  'upload-concat',
];
const BODY_HEADERS = ['content-type', 'content-length'];
const RETRY_AFTER_SECONDS = 5;

/** Resumable uploads (tus 1.0) for editors of a label. Everything is checked before a byte of the body is read. */
export function uploadRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, config } = context;
  let opened: ReturnType<typeof openServer> | undefined;
  async function openServer() {
    const { createUploadServer, parseMetadata } = await import('../ingest/uploads/uploadServer.ts');
    return { ...createUploadServer(context, PATH), parseMetadata };
  }
  const countUpload = perKey(
    config.deliveries.uploadsAtOnceMax,
    () => new Refusal('TOO_MANY_REQUESTS', undefined, RETRY_AFTER_SECONDS),
  );

  async function authorise(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { method, headers } = request;
    const caller = await requireCaller(app.authenticator, request);
    if (method === 'POST') {
      const { parseMetadata } = await (opened ??= openServer());
      return requireEditedDelivery(db, caller, parseMetadata(headers['upload-metadata']).deliveryid);
    }
    const { uploadid } = request.params as { uploadid: string };
    const upload = await requireEditedUpload(db, caller, uploadid);
    if (method === 'HEAD') return;
    if (!isOpen(upload)) throw new Refusal('DELIVERY_CLOSED');
    if (method !== 'PATCH') return;
    await requireSpace(context, Number(headers['content-length'] ?? upload.bytes - upload.received));
    countUpload(caller.accountid, reply.raw);
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await authorise(request, reply);
    const hasBody = request.method === 'PATCH';
    if (hasBody && request.headers.expect) reply.raw.writeContinue();
    const uploads = await (opened ??= openServer());
    const { status, headers } = await uploads.answer(toWebRequest(request, hasBody));
    for (const [name, value] of headers) reply.header(name, value);
    return reply.header('cache-control', 'no-store').code(status).send();
  }

  app.addHook('onClose', async () => (await opened)?.close());
  // Without a listener, Node asks for the body of such a request before anything is checked.
  app.server.on('checkContinue', (request, response) => {
    if (!request.url?.includes(UPLOADS_PATH)) response.writeContinue();
    app.server.emit('request', request, response);
  });
  void app.register(async (scope) => {
    // The body stays in the connection until `answer` reads it.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    const handler = (request: FastifyRequest, reply: FastifyReply) =>
      runInScope({ requestid: request.id, span: request.span }, () =>
        checkRefusal(app, uploadCalls, answer(request, reply)),
      );
    scope.route({ method: 'POST', url: PATH, handler });
    scope.route({ method: ['HEAD', 'PATCH', 'DELETE'], url: `${PATH}/:uploadid`, handler });
  });
}

function toWebRequest({ method, params, headers, raw }: FastifyRequest, hasBody: boolean): Request {
  const { uploadid = '' } = params as { uploadid?: string };
  const sent = [...HEADERS, ...(hasBody ? BODY_HEADERS : [])].flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
  const body = hasBody
    ? { body: ReadableStream.from(readUntilCut(raw)) as NonNullable<RequestInit['body']>, duplex: 'half' as const }
    : {};
  return new Request(`http://uploads${PATH}/${uploadid}`, { method, headers: sent, ...body });
}

/** A body that is cut ends: what came is kept. */
async function* readUntilCut(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch {
    // The client has gone, or took too long.
  }
}
