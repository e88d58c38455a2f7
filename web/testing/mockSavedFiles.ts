import { vi } from 'vitest';

/** Returns a list to which every saved file is added. */
export function mockSavedFiles(): { name: string; bytes: Blob }[] {
  const saved: { name: string; bytes: Blob }[] = [];
  let last = new Blob();
  URL.createObjectURL = (bytes: Blob) => {
    last = bytes;
    return 'blob:1';
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, bytes: last });
  });
  return saved;
}
