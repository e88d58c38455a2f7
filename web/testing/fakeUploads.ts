import { type ErrorCode, errors } from '@promenade/contract/errors';
import type { DeliveryFile, LabelDelivery } from '@promenade/contract/uploads';
import {
  announceFiles,
  checkDelivery,
  discardDelivery,
  importDelivery,
  labelDeliveries,
  startDelivery,
  UPLOADS_PATH,
} from '@promenade/contract/uploads';
import { vi } from 'vitest';
import type { FakeServer } from './fakeServer.ts';

type Answer = { status: number; headers?: Record<string, string>; body?: string };

/**
 * Deliveries with tus uploads: what was sent of each is in `received`. `hold` keeps all parts on their way until its promise
 * is resolved; `answerPart` replaces the answer to a part, status 0 is a lost line.
 */
export interface FakeUploads {
  deliveries: LabelDelivery[];
  /** Text of the complete files, by path. */
  received: Map<string, string>;
  hold: Promise<void> | undefined;
  answerPart: ((path: string) => Answer | undefined) | undefined;
  /** Replaces the answer to a call that announces these paths. */
  answerAnnouncement: ((paths: string[]) => Response | undefined) | undefined;
  /** The bodies of the imports. */
  imports: unknown[];
  /** Methods of the requests for files that were created, in order. */
  requests: string[];
}

export const createDelivery = (change: Partial<LabelDelivery> = {}): LabelDelivery => ({
  deliveryid: '00000000-0000-4000-8000-0000000000d1',
  labelid: '00000000-0000-4000-8000-0000000000a1',
  label: 'Harbour Records',
  releaseid: null,
  state: 'uploading',
  name: 'Night Ferry',
  problems: [],
  twin: null,
  trackid: null,
  fewer: null,
  ischeck: false,
  check: null,
  progress: 0,
  isrepeated: false,
  isuploading: false,
  files: [],
  updated: '2026-11-28T08:00:00.000Z',
  discardedat: '2026-12-28T08:00:00.000Z',
  ...change,
});

export const createFile = (path: string, change: Partial<DeliveryFile> = {}): DeliveryFile => ({
  uploadid: crypto.randomUUID(),
  path,
  bytes: 10,
  received: 0,
  state: 'uploading',
  problem: null,
  ...change,
});

/** Answers the calls about deliveries; replaces `XMLHttpRequest` until the end of the test. */
export function fakeUploads(server: FakeServer): FakeUploads {
  const fake: FakeUploads = {
    deliveries: [],
    received: new Map(),
    hold: undefined,
    answerPart: undefined,
    answerAnnouncement: undefined,
    imports: [],
    requests: [],
  };
  const texts = new Map<string, string>();
  const find = (path: string) => fake.deliveries.find(({ deliveryid }) => path.includes(deliveryid));
  const findFile = (url: string) =>
    fake.deliveries.flatMap(({ files }) => files).find(({ uploadid }) => url.endsWith(uploadid));
  const refuse = (code: ErrorCode) =>
    Response.json({ error: { code, message: errors[code][1] } }, { status: errors[code][0] });
  server.respondWith(labelDeliveries, () =>
    Response.json({ items: fake.deliveries, total: fake.deliveries.length, page: 1, pagesize: 40 }),
  );
  server.respondWith(announceFiles, (_signal, { path, body }) => {
    const delivery = find(path);
    if (!delivery) return refuse('DELIVERY_NOT_FOUND');
    const { files } = body as { files: { path: string; bytes: number }[] };
    const instead = fake.answerAnnouncement?.(files.map(({ path }) => path));
    if (instead) return instead;
    for (const { path, bytes } of files)
      if (!delivery.files.some((file) => file.path === path)) delivery.files.push(createFile(path, { bytes }));
    return Response.json(delivery);
  });
  server.respondWith(startDelivery, (_signal, { body }) => {
    const delivery = createDelivery(body as Partial<LabelDelivery>);
    fake.deliveries.unshift(delivery);
    return Response.json(delivery, { status: 201 });
  });
  server.respondWith(checkDelivery, (_signal, { path }) => {
    const delivery = find(path);
    if (!delivery) return refuse('DELIVERY_NOT_FOUND');
    if (delivery.files.some(({ state }) => state === 'uploading')) return refuse('DELIVERY_INCOMPLETE');
    const { name: title, files } = delivery;
    const tracklist = files.map(({ path }) => ({ file: path, title: path, version: null, isrc: null }));
    const release = { result: 'would create', title, artist: 'The Couriers', tracks: files.length, tracklist } as const;
    Object.assign(delivery, { check: [release], twin: null });
    return Response.json(delivery, { status: 202 });
  });
  server.respondWith(importDelivery, (_signal, { path, body }) => {
    const delivery = find(path);
    if (!delivery) return refuse('DELIVERY_NOT_FOUND');
    if (delivery.files.some(({ state }) => state === 'uploading')) return refuse('DELIVERY_INCOMPLETE');
    fake.imports.push(body);
    Object.assign(delivery, { state: 'importing', twin: null, fewer: null, check: null });
    return Response.json(delivery, { status: 202 });
  });
  server.respondWith(discardDelivery, (_signal, { path }) => {
    fake.deliveries = fake.deliveries.filter((delivery) => delivery !== find(path));
    return new Response(null, { status: 204 });
  });
  server.respondWith({ method: 'POST', path: UPLOADS_PATH, summary: '' }, (_signal, { headers }) => {
    const metadata = new Map(
      (headers['upload-metadata'] ?? '').split(',').map((pair) => pair.split(' ') as [string, string]),
    );
    const text = (key: string) => decode(metadata.get(key) ?? '');
    const delivery = find(text('deliveryid'));
    if (!delivery) return refuse('DELIVERY_NOT_FOUND');
    const file = createFile(text('path'), { bytes: Number(headers['upload-length']) });
    delivery.files.push(file);
    return new Response(null, { status: 201, headers: { location: `/api${UPLOADS_PATH}/${file.uploadid}` } });
  });
  server.respondWith({ method: 'DELETE', path: `${UPLOADS_PATH}/:uploadid`, summary: '' }, (_signal, { path }) => {
    for (const delivery of fake.deliveries)
      delivery.files = delivery.files.filter(({ uploadid }) => !path.endsWith(uploadid));
    return new Response(null, { status: 204 });
  });

  async function answer(method: string, url: string, body: Blob | null): Promise<Answer> {
    const file = findFile(url);
    if (!file) return { status: 404 };
    if (method === 'PATCH' && body) {
      await fake.hold;
      const instead = fake.answerPart?.(file.path);
      if (instead?.status === 415) file.state = 'refused';
      if (instead) return instead;
      file.received += body.size;
      texts.set(file.uploadid, (texts.get(file.uploadid) ?? '') + (await readText(body)));
      if (file.received === file.bytes) file.state = 'complete';
      fake.received.set(file.path, texts.get(file.uploadid) ?? '');
    }
    const headers = { 'upload-offset': `${file.received}`, 'upload-length': `${file.bytes}` };
    return { status: method === 'HEAD' ? 200 : 204, headers };
  }

  const FakeRequest = class {
    upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number }) => void } = {};
    status = 0;
    responseText = '';
    onload: (() => void) | undefined;
    onerror: ((event: Event) => void) | undefined;
    #method = '';
    #url = '';
    #headers: Record<string, string> = {};
    #isAborted = false;
    open(method: string, url: string): void {
      this.#method = method;
      this.#url = url;
    }
    setRequestHeader(): void {}
    getResponseHeader(name: string): string | null {
      return this.#headers[name.toLowerCase()] ?? null;
    }
    abort(): void {
      this.#isAborted = true;
    }
    send(body: Blob | null): void {
      fake.requests.push(this.#method);
      if (body) this.upload.onprogress?.({ lengthComputable: true, loaded: Math.floor(body.size / 2) });
      void answer(this.#method, this.#url, body).then(({ status, headers = {}, body: text = '' }) => {
        if (this.#isAborted) return;
        this.#headers = headers;
        Object.assign(this, { status, responseText: text });
        if (status === 0) this.onerror?.(new Event('error'));
        else this.onload?.();
      });
    }
  };
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  return fake;
}

const readText = (blob: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsText(blob);
  });

const decode = (base64: string): string =>
  new TextDecoder().decode(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
