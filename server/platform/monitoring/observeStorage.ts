import { ContentMismatchError, type Storage } from '../storage/storage.ts';
import type { Monitoring } from './monitoring.ts';

/** The same storage; its operations are spans, its errors are counted. */
export function observeStorage(storage: Storage, { metrics, tracing }: Monitoring): Storage {
  if (!metrics && !tracing) return storage;
  const observe = async <Result>(operation: string, run: () => Promise<Result>): Promise<Result> => {
    try {
      return await (tracing ? tracing.runPart(`storage ${operation}`, {}, run) : run());
    } catch (reason) {
      if (!(reason instanceof ContentMismatchError)) metrics?.storageErrors.inc({ operation });
      throw reason;
    }
  };
  return {
    ...storage,
    put: (key, source, sha256) => observe('put', () => storage.put(key, source, sha256)),
    stat: (key) => observe('stat', () => storage.stat(key)),
    read: (key, range) => observe('read', () => storage.read(key, range)),
    delete: (key) => observe('delete', () => storage.delete(key)),
    withPartialFolder: (name) => observeStorage(storage.withPartialFolder(name), { metrics, tracing }),
  };
}
