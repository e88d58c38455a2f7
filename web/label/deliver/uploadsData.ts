import { LINE_MAX } from '@promenade/contract/limits';
import type { RouteRequest } from '@promenade/contract/route';
import {
  announceFiles as announceRoute,
  checkDelivery,
  DeliveryFile,
  discardDelivery,
  importDelivery,
  type LabelDelivery,
  labelDeliveries,
  replaceRecording,
  startDelivery,
  UPLOADS_PATH,
} from '@promenade/contract/uploads';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { HttpResponse, HttpStack } from 'tus-js-client';
import { call, withSession } from '../../platform/api.ts';
import { emitServerEvent, onServerEvent } from '../../platform/events.ts';
import { ApiError, authorize, fetchWithTimeout, parseError } from '../../platform/request.ts';
import { useSession } from '../../platform/session.ts';

const PATH = `/api${UPLOADS_PATH}`;
/** A part arrives within the minute that the server gives a request. */
const PART_BYTES = 4 * 1024 * 1024;
const PART_TIMEOUT_MS = 75_000;
const TUS = { 'tus-resumable': '1.0.0' };
const POLL_MS = 10_000;
/** Files that arrive tell so at most as often. */
const LIVE_MS = 2_000;

const deliveriesKey = ['label', 'deliveries'];

/** The open deliveries of the caller's labels, then the newest of the others. */
export const useDeliveries = () =>
  useQuery({
    queryKey: deliveriesKey,
    queryFn: ({ signal }) => call(labelDeliveries, { query: {} }, { signal }),
    refetchOnMount: 'always',
    // The stream of events may be cut, and tells of whole files alone.
    refetchInterval: ({ state }) =>
      state.data?.items.some((delivery) => delivery.state === 'importing' || delivery.isuploading) && POLL_MS,
  });

/** Loads deliveries and releases again when one of them changes. */
export function useLiveDeliveries(): void {
  const cache = useQueryClient();
  useEffect(() => {
    const changed = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refetch = (...lists: string[]) => {
      for (const list of lists) changed.add(list);
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const list of changed) void cache.invalidateQueries({ queryKey: ['label', list] });
        changed.clear();
      }, LIVE_MS);
    };
    const stops = [
      onServerEvent('delivery-changed', () => refetch('deliveries')),
      onServerEvent('release-changed', () => refetch('releases')),
      onServerEvent('reconnected', () => refetch('deliveries', 'releases')),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [cache]);
}

/** Shows at once what the server answered. */
function showDelivery(cache: QueryClient, delivery: LabelDelivery): void {
  cache.setQueryData<{ items: LabelDelivery[] }>(deliveriesKey, (list) => {
    const others = list?.items.filter(({ deliveryid }) => deliveryid !== delivery.deliveryid) ?? [];
    return list && { ...list, items: [delivery, ...others] };
  });
}

export function useStartDelivery() {
  const cache = useQueryClient();
  return async (body: RouteRequest<typeof startDelivery>['body']) => {
    const delivery = await call(startDelivery, { body });
    showDelivery(cache, delivery);
    return delivery;
  };
}

/** The release that an edit changes; without one, the label itself. */
export interface EditTarget {
  labelid: string;
  releaseid?: string;
}

/** @throws ApiError */
export const startEdit = (target: EditTarget, name: string): Promise<LabelDelivery> =>
  call(startDelivery, { body: { ...target, name: name.slice(0, LINE_MAX), purpose: 'edit' } });

/** Tells the server of files, together. Those that it knows keep what it has of them. @throws ApiError; AbortError */
export const announceFiles = (
  deliveryid: string,
  files: readonly { path: string; bytes: number }[],
  signal: AbortSignal,
): Promise<LabelDelivery> => {
  const body = { files: files.map(({ path, bytes }) => ({ path, bytes })) };
  return call(announceRoute, { params: { deliveryid }, body }, { signal });
};

/** @throws ApiError */
export async function checkFiles(deliveryid: string): Promise<void> {
  await call(checkDelivery, { params: { deliveryid } });
  emitServerEvent({ type: 'delivery-changed', deliveryid });
}

type ImportChoices = RouteRequest<typeof importDelivery>['body'];

/** Fewer tracks than the release has are asked about. @throws ApiError */
export async function importFiles(deliveryid: string, choices: ImportChoices = {}): Promise<void> {
  await call(importDelivery, { params: { deliveryid }, body: { fewer: 'ask', ...choices } });
  emitServerEvent({ type: 'delivery-changed', deliveryid });
}

/** Gives a track an upload as its recording. @throws ApiError */
export async function replaceTrackRecording(releaseid: string, trackid: string, uploadid: string): Promise<void> {
  const { deliveryid } = await call(replaceRecording, { params: { releaseid, trackid }, body: { uploadid } });
  emitServerEvent({ type: 'delivery-changed', deliveryid });
}

/** Loads what is known of a release again. */
export function useReloadRelease(): (releaseid: string) => void {
  const cache = useQueryClient();
  return useCallback(
    (releaseid) => void cache.invalidateQueries({ queryKey: ['label', 'release', releaseid] }),
    [cache],
  );
}

/** @throws ApiError */
export async function discardFiles(deliveryid: string): Promise<void> {
  await call(discardDelivery, { params: { deliveryid } });
  emitServerEvent({ type: 'delivery-changed', deliveryid });
}

/** Announces a file, from which its bytes can be sent (tus creation). @returns its id @throws ApiError; AbortError */
export function createUpload(
  { deliveryid, path, bytes }: { deliveryid: string; path: string; bytes: number },
  signal: AbortSignal,
): Promise<string> {
  const metadata = Object.entries({ deliveryid, path }).map(([key, text]) => `${key} ${toBase64(text)}`);
  return withSession(async (accessToken) => {
    const headers = {
      ...TUS,
      ...authorize(accessToken),
      'upload-length': `${bytes}`,
      'upload-metadata': metadata.join(),
    };
    const response = await fetchWithTimeout(PATH, { method: 'POST', headers }, signal);
    if (!response.ok) throw await parseError(response);
    const id = response.headers.get('location')?.split('/').at(-1);
    return DeliveryFile.shape.uploadid.parse(id);
  });
}

/** Removes a file from its delivery (tus termination). One that is gone is no error. @throws ApiError */
export async function deleteUpload(uploadid: string): Promise<void> {
  await withSession(async (accessToken) => {
    const headers = { ...TUS, ...authorize(accessToken) };
    const response = await fetchWithTimeout(`${PATH}/${uploadid}`, { method: 'DELETE', headers }, undefined);
    if (!response.ok && response.status !== 404 && response.status !== 410) throw await parseError(response);
  });
}

/**
 * Sends what the server does not have of a file yet, in parts. Never starts from byte 0 by itself: the library, which would
 * after a failed question for the offset, does not know where to create an upload.
 * @param upload of one that `isNew` the server has nothing, and is not asked
 * @throws ApiError; AbortError
 */
export async function sendFile(
  { uploadid, file, isNew }: { uploadid: string; file: File; isNew: boolean },
  onProgress: (sent: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const { Upload, DetailedError, DefaultHttpStack } = await import('tus-js-client');
  await withSession(
    () =>
      new Promise<void>((resolve, reject) => {
        signal.throwIfAborted();
        const upload = new Upload(file, {
          uploadUrl: `${PATH}/${uploadid}`,
          chunkSize: PART_BYTES,
          retryDelays: null,
          storeFingerprintForResuming: false,
          ...(isNew && { httpStack: answerOffset(new DefaultHttpStack({}), file.size) }),
          // The id is that of delivery and path.
          fingerprint: () => Promise.resolve(`${uploadid} ${file.size} ${file.lastModified}`),
          onBeforeRequest: (request) => {
            // The token is renewed while a long file is sent.
            for (const [name, value] of Object.entries(authorize(useSession.getState().accessToken)))
              request.setHeader(name, value);
            limitTime(request.getUnderlyingObject() as XMLHttpRequest);
          },
          onProgress,
          onSuccess: () => resolve(),
          onError: (error) => {
            const answer = error instanceof DetailedError ? error.originalResponse : null;
            if (!answer) return reject(new ApiError('NO_ANSWER', 0, error.message));
            const status = answer.getStatus();
            // The answer to a HEAD has no body.
            if (status === 401) return reject(new ApiError('UNAUTHENTICATED', status, ''));
            void parseError(new Response(answer.getBody() || null, { status })).then(reject, reject);
          },
        });
        signal.addEventListener('abort', () => {
          void upload.abort();
          reject(new DOMException('Stopped', 'AbortError'));
        });
        upload.start();
      }),
  );
}

/** Answers the question for the offset, without a request, with that of an upload of which nothing was sent. */
function answerOffset(stack: HttpStack, bytes: number): HttpStack {
  const answer: HttpResponse = {
    getStatus: () => 200,
    getHeader: (name) => (name === 'Upload-Offset' ? '0' : `${bytes}`),
    getBody: () => '',
    getUnderlyingObject: () => undefined,
  };
  return {
    getName: () => stack.getName(),
    createRequest: (method, url) =>
      Object.assign(stack.createRequest(method, url), method === 'HEAD' && { send: () => Promise.resolve(answer) }),
  };
}

/** The library waits for ever for a line that is silent. */
function limitTime(request: XMLHttpRequest): void {
  request.timeout = PART_TIMEOUT_MS;
  request.ontimeout = (event) => {
    request.onerror?.(event);
  };
}

const toBase64 = (text: string): string => btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
