import type { DocumentTrack } from '@promenade/contract/delivery';
import {
  changeRelease,
  type MailCounts,
  type RecipientCounts,
  type StaffDocument,
  type StaffPatch,
  staffRelease,
} from '@promenade/contract/label';
import { ofEachKind } from '@promenade/contract/releaseFields';
import { releaseHistory } from '@promenade/contract/releaseHistory';
import type { FakeServer } from './fakeServer.ts';

export const staffReleaseId = '00000000-0000-4000-8000-000000000001';
export const staffTrackIds = ['a', 'b', 'c'].map((end) => `00000000-0000-4000-8000-00000000000${end}`);

export const countPeople = (recipients: number): RecipientCounts => ({
  recipients,
  former: 0,
  ownstaff: 0,
  operators: 0,
  inactive: 0,
  addresses: 0,
});

export const noMails: MailCounts = {
  mailed: 0,
  waiting: 0,
  atonce: 0,
  daily: 0,
  weekly: 0,
  unwanted: 0,
  cameback: 0,
  none: 0,
};

/** A release with a track for each of `tracks`, at most three. */
export function createStaffDocument(tracks: DocumentTrack[], overrides: Partial<StaffDocument> = {}): StaffDocument {
  const document: StaffDocument['document'] = {
    title: 'Nigth Ferry',
    artist: 'Mira',
    genres: ['Dub', 'Ska'],
    tracks: Object.fromEntries(
      tracks.map((track, index) => [staffTrackIds[index] ?? '', { ordinal: index + 1, ...track }] as const),
    ),
  };
  return {
    release: {
      releaseid: staffReleaseId,
      title: 'Nigth Ferry',
      artist: 'Mira',
      thumbnail: null,
      label: 'Harbour',
      labelid: '00000000-0000-4000-8000-0000000000ff',
      state: 'available',
      available: '2026-11-01T00:00:00.000Z',
    },
    mayedit: true,
    maymark: false,
    version: 4,
    document,
    delivered: document,
    edited: {},
    editedfiles: [],
    attachments: [],
    proposed: ofEachKind(() => []),
    tracks: [],
    audience: {
      decided: true,
      packages: ['Radio'],
      people: [],
      excluded: [],
      addresses: [],
      lists: [],
      excludedlists: [],
      counts: countPeople(3),
    },
    announcement: { at: null, withrelease: false, subject: '', message: '', sent: false, counts: noMails },
    checks: [],
    ...overrides,
  };
}

/** Answers for a release whose patches are merged into its document. */
export function serveStaffDocument(server: FakeServer, initial: StaffDocument): void {
  let current = initial;
  server.respondWith(staffRelease, () => Response.json(current));
  server.respondWith(changeRelease, (_signal, { body }) => {
    const { tracks = {}, ...fields } = body as StaffPatch;
    const merged = Object.entries(tracks ?? {}).map(
      ([id, track]) => [id, withoutNulls({ ...current.document.tracks[id], ...track })] as const,
    );
    const document = {
      ...withoutNulls({ ...current.document, ...fields }),
      tracks: { ...current.document.tracks, ...Object.fromEntries(merged) },
    } as StaffDocument['document'];
    current = { ...current, version: current.version + 1, document };
    return Response.json(current);
  });
  server.answer(releaseHistory, { items: [], total: 0, page: 1, pagesize: 100 });
}

const withoutNulls = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]: [string, unknown]) => value !== null));
