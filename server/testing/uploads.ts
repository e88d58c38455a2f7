import {
  importDelivery,
  type LabelDelivery,
  labelDelivery,
  startDelivery,
  UPLOADS_PATH,
} from '@promenade/contract/uploads';
import { vi } from 'vitest';
import type { SignedIn } from './testServer.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const encode = (text: string) => Buffer.from(text).toString('base64');

interface UploadAnswer {
  status: number;
  headers: Headers;
  /** Of a refusal, like the sentence. */
  code: string | undefined;
  message: string | undefined;
}

/** Uploads as a person, by the protocol tus 1.0. */
export function createUploader(url: string, { token, call }: Pick<SignedIn, 'token' | 'call'>) {
  const headersOf = (more: Record<string, string>) => ({ authorization: `Bearer ${token}`, ...TUS, ...more });

  async function send(
    method: string,
    path: string,
    more: Record<string, string>,
    body?: Buffer,
  ): Promise<UploadAnswer> {
    const init = { method, headers: headersOf(more), ...(body && { body: new Uint8Array(body) }) };
    const response = await fetch(`${url}${path}`, init);
    const text = await response.text();
    const answer = text === '' ? {} : (JSON.parse(text) as { error?: { code: string; message: string } });
    return {
      status: response.status,
      headers: response.headers,
      code: answer.error?.code,
      message: answer.error?.message,
    };
  }

  const uploader = {
    send,
    headersOf,
    start: async (labelid: string, name: string, releaseid?: string) =>
      (await call(startDelivery, { body: { labelid, name, ...(releaseid && { releaseid }) } })).body,
    create: (deliveryid: string, path: string, bytes: number) =>
      send('POST', `/api${UPLOADS_PATH}`, {
        'upload-length': String(bytes),
        'upload-metadata': `deliveryid ${encode(deliveryid)},path ${encode(path)}`,
      }),
    head: (location: string) => send('HEAD', location, {}),
    patch: (location: string, offset: number, body: Buffer) =>
      send(
        'PATCH',
        location,
        { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body,
      ),
    remove: (location: string) => send('DELETE', location, {}),
    /** Uploads a file at once. Gives its location. */
    async upload(deliveryid: string, path: string, body: Buffer): Promise<string> {
      const created = await uploader.create(deliveryid, path, body.length);
      const location = created.headers.get('location') ?? '';
      if (body.length > 0) await uploader.patch(location, 0, body);
      return location;
    },
    read: async (deliveryid: string): Promise<LabelDelivery> =>
      (await call(labelDelivery, { params: { deliveryid } })).body,
    /** Imports a delivery and waits for the end. */
    async import(deliveryid: string, twins?: 'replace' | 'new'): Promise<LabelDelivery> {
      const { status } = await call(importDelivery, { params: { deliveryid }, body: { ...(twins && { twins }) } });
      if (status !== 202) throw new Error(`The import was answered with ${status}.`);
      return vi.waitUntil(async () => {
        const delivery = await uploader.read(deliveryid);
        return delivery.state !== 'importing' && delivery;
      });
    },
  };
  return uploader;
}
