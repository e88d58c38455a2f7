import { Readable } from 'node:stream';
import { atMost } from '../process/limits.ts';
import { createS3Client, getText, listTexts, type S3Client, type S3Credentials, type S3Options } from './s3Client.ts';
import type { S3Location } from './s3Location.ts';
import { createMeter, requireKey, type Storage, StorageUnavailable, type StoredObject } from './storage.ts';

// Media files as objects of an S3 bucket (ADR 0022). An object becomes visible only with the request that completes its
// upload. A file is read piece by piece, one request each: a slow listener then holds no connection to the bucket, and a
// piece that failed can be requested again.

/** A larger object is uploaded in parts of this size. */
const PART_BYTES = 16 * 1024 ** 2;
const PIECE_BYTES = 4 * 1024 ** 2;
/** Each upload holds a part in memory. */
const UPLOADS_MAX = 4;

/** A storage in a bucket, or below a prefix of it. */
export function createS3Storage(location: S3Location, credentials: S3Credentials, options: S3Options): Storage {
  const client = createS3Client(location, credentials, options);
  const limitUploads = atMost(UPLOADS_MAX);

  function nameOf(key: string): string {
    requireKey(key);
    return location.prefix + key;
  }

  async function findObject(key: string) {
    const { status, headers } = await client.send({ method: 'HEAD', object: nameOf(key) }, [200, 404]);
    return status === 404 ? undefined : { bytes: Number(headers['content-length']), etag: headers.etag };
  }

  /** Reads the bytes from `start` to `end`, both included. @throws ENOENT; when the object was replaced */
  async function readPiece(key: string, etag: string | undefined, start: number, end: number): Promise<Buffer> {
    const range = { range: `bytes=${start}-${end}` };
    const { status, headers, body } = await client.send(
      { method: 'GET', object: nameOf(key), headers: range },
      [206, 404, 416],
    );
    if (status === 404) throw missing(key);
    if (status === 416 || headers.etag !== etag || body.length !== end - start + 1)
      throw new Error(`${key} was replaced while it was read.`);
    return body;
  }

  async function* readPieces(key: string, etag: string | undefined, range: { start: number; end: number }) {
    for (let start = range.start; start <= range.end; start += PIECE_BYTES)
      yield await readPiece(key, etag, start, Math.min(start + PIECE_BYTES - 1, range.end));
  }

  async function put(key: string, source: Readable | Buffer, sha256?: string): Promise<StoredObject> {
    const object = nameOf(key);
    const meter = createMeter(sha256);
    async function* measure() {
      for await (const chunk of Buffer.isBuffer(source) ? [source] : (source as AsyncIterable<Buffer>)) {
        meter.add(chunk);
        yield chunk;
      }
    }
    let upload: Upload | undefined;
    try {
      for await (const { body, isLast } of splitIntoParts(measure())) {
        if (isLast) meter.requireHash();
        if (isLast && !upload) await client.send({ method: 'PUT', object, body }, [200]);
        else {
          upload ??= await startUpload(client, object);
          await upload.addPart(body);
        }
      }
      // The answer to an earlier attempt may be lost.
      if ((await upload?.complete()) === 'unknown' && (await findObject(key))?.bytes !== meter.stored.bytes)
        throw new StorageUnavailable(`The upload of ${key} was lost.`);
      return meter.stored;
    } catch (reason) {
      // When this fails, too, `removeOldPartials` aborts the upload later.
      await upload?.abort().catch(() => {});
      throw reason;
    }
  }

  const storage: Storage = {
    location: location.url + location.prefix,
    put: (key, source, sha256) => {
      // A source may fail before its turn; reading it then throws the error.
      if (!Buffer.isBuffer(source)) source.on('error', () => {});
      return limitUploads(() => put(key, source, sha256));
    },
    stat: async (key) => {
      const found = await findObject(key);
      if (!found) return undefined;
      const { bytes, etag } = found;
      const fill = async (buffer: Buffer, position: number) => {
        (await readPiece(key, etag, position, position + buffer.length - 1)).copy(buffer);
      };
      return {
        bytes,
        version: `${location.url}${nameOf(key)} ${etag}`,
        open: () => ({ fill, close: async () => {} }),
      };
    },
    read: async (key, { start, end } = { start: 0, end: Number.POSITIVE_INFINITY }) => {
      const found = await findObject(key);
      if (!found) throw missing(key);
      const range = { start, end: Math.min(end, found.bytes - 1) };
      return Readable.from(readPieces(key, found.etag, range), { objectMode: false });
    },
    list: (prefix) => listKeys(client, location.prefix, prefix),
    delete: async (key) => void (await client.send({ method: 'DELETE', object: nameOf(key) }, [200, 204, 404])),
    // Unfinished uploads are no objects: nothing tells whose they are.
    withPartialFolder: () => storage,
    removePartialFolder: async () => {},
    removeOldPartials: (before) => abortOldUploads(client, location.prefix, before),
  };
  return storage;
}

const missing = (key: string) => Object.assign(new Error(`There is no file ${key}.`), { code: 'ENOENT' });

/** All parts but the last have the same size. */
async function* splitIntoParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<{ body: Buffer[]; isLast: boolean }> {
  let body: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    for (let rest = chunk; rest.length > 0; ) {
      if (bytes === PART_BYTES) {
        yield { body, isLast: false };
        body = [];
        bytes = 0;
      }
      const piece = rest.subarray(0, PART_BYTES - bytes);
      body.push(piece);
      bytes += piece.length;
      rest = rest.subarray(piece.length);
    }
  }
  yield { body, isLast: true };
}

interface Upload {
  addPart(body: Buffer[]): Promise<void>;
  /** `unknown`: there is no such upload, or not any more. */
  complete(): Promise<'complete' | 'unknown'>;
  abort(): Promise<void>;
}

async function startUpload(client: S3Client, object: string): Promise<Upload> {
  const started = await client.send({ method: 'POST', object, query: { uploads: '' } }, [200]);
  const uploadId = getText(started.body, 'UploadId') ?? '';
  const etags: string[] = [];
  return {
    async addPart(body) {
      const query = { partNumber: String(etags.length + 1), uploadId };
      const { headers } = await client.send({ method: 'PUT', object, query, body }, [200]);
      etags.push(headers.etag ?? '');
    },
    async complete() {
      const parts = etags.map(
        (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
      );
      const body = [Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)];
      const { status } = await client.send({ method: 'POST', object, query: { uploadId }, body }, [200, 404]);
      return status === 404 ? 'unknown' : 'complete';
    },
    abort: () => abortUpload(client, object, uploadId),
  };
}

async function abortUpload(client: S3Client, object: string, uploadId: string): Promise<void> {
  await client.send({ method: 'DELETE', object, query: { uploadId } }, [200, 204, 404]);
}

/** Aborts at most 1,000 uploads; the next call continues. */
async function abortOldUploads(client: S3Client, prefix: string, before: Date): Promise<void> {
  const query = { uploads: '', prefix, 'encoding-type': 'url' };
  const { body } = await client.send({ method: 'GET', query }, [200]);
  for (const upload of listTexts(body, 'Upload')) {
    const isOld = new Date(getText(upload, 'Initiated') ?? '') < before;
    const [object] = listNames(upload, body);
    if (isOld && object !== undefined) await abortUpload(client, object, getText(upload, 'UploadId') ?? '');
  }
}

async function* listKeys(client: S3Client, root: string, prefix: string): AsyncGenerator<string> {
  let token: string | undefined;
  do {
    const query = {
      'list-type': '2',
      'encoding-type': 'url',
      prefix: root + prefix,
      ...(token !== undefined && { 'continuation-token': token }),
    };
    const { body } = await client.send({ method: 'GET', query }, [200]);
    for (const name of listNames(body, body)) {
      const key = name.slice(root.length);
      if (!key.startsWith('.')) yield key;
    }
    token = getText(body, 'NextContinuationToken');
  } while (token !== undefined);
}

/** Names of objects in a part of an answer. Not every server encodes them as it is asked to. */
function listNames(xml: Buffer | string, answer: Buffer): string[] {
  const isEncoded = getText(answer, 'EncodingType') === 'url';
  return listTexts(xml, 'Key')
    .map(unescapeXml)
    .map((name) => (isEncoded ? decodeURIComponent(name.replaceAll('+', '%20')) : name));
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

const unescapeXml = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name)] ?? String(entity);
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal));
  });
