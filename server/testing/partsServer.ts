import Fastify from 'fastify';
import type { Part } from '../platform/http/parts.ts';
import { sendParts } from '../platform/http/sendFile.ts';
import type { Storage } from '../platform/storage/storage.ts';

/** Serves parts of stored files under names; gives its address. */
export async function startPartsServer(getParts: (name: string) => { storage: Storage; parts: Part[] }) {
  const app = Fastify();
  app.get<{ Params: { name: string } }>('/:name', async (request, reply) => {
    const { name } = request.params;
    const { storage, parts } = getParts(name);
    await sendParts(storage, request, reply, { type: 'audio/mpeg', etag: name, cache: 'revalidate', parts });
  });
  return { address: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() };
}
