import * as z from 'zod/mini';
import { Text } from './delivery.ts';
import { OneRelease, StaffDocument } from './label.ts';
import { route } from './route.ts';

// Each file is uploaded to a delivery whose purpose is `edit`; a change takes it by its id. `If-Match` has the version of the
// release that is changed.

const OneUpload = z.object({ uploadid: z.uuid() });

const EditedFiles = z.extend(StaffDocument, {
  /** A sentence about a file that was taken although something is wrong with it, such as its size. */
  warning: z.nullable(z.string()),
});

export const setCover = route({
  method: 'PUT',
  path: '/label/releases/:releaseid/cover',
  summary: 'Makes an uploaded picture the cover of a release; If-Match has the version that is changed.',
  refuses: ['EDITORS_ONLY', 'IF_MATCH_REQUIRED', 'EDITED_MEANWHILE', 'UPLOAD_NOT_FOUND'],
  params: OneRelease,
  body: OneUpload,
  answer: EditedFiles,
});

export const restoreCover = route({
  method: 'DELETE',
  path: '/label/releases/:releaseid/cover',
  summary: 'Uses the delivered cover of a release again; If-Match has the version that is changed.',
  refuses: ['EDITORS_ONLY', 'IF_MATCH_REQUIRED', 'EDITED_MEANWHILE'],
  params: OneRelease,
  answer: StaffDocument,
});

const ATTACHMENTS_MAX = 100;

export const setAttachments = route({
  method: 'PUT',
  path: '/label/releases/:releaseid/attachments',
  summary: 'Sets the attachments of a release, in their order; If-Match has the version that is changed.',
  refuses: ['EDITORS_ONLY', 'IF_MATCH_REQUIRED', 'EDITED_MEANWHILE', 'UPLOAD_NOT_FOUND'],
  params: OneRelease,
  body: z.object({
    attachments: z
      .array(
        z.union([
          /** One that the release has, by its place from 0. */
          z.object({ place: z.int().check(z.gte(0)), title: Text }),
          /** Its file name is its title. */
          OneUpload,
        ]),
      )
      .check(
        z.maxLength(ATTACHMENTS_MAX),
        z.refine(
          (items) =>
            new Set(items.map((item) => ('uploadid' in item ? item.uploadid : item.place))).size === items.length,
          'Each attachment is named once.',
        ),
      ),
  }),
  answer: EditedFiles,
});

export const restoreAttachments = route({
  method: 'DELETE',
  path: '/label/releases/:releaseid/attachments',
  summary: 'Uses the delivered attachments of a release again; If-Match has the version that is changed.',
  refuses: ['EDITORS_ONLY', 'IF_MATCH_REQUIRED', 'EDITED_MEANWHILE'],
  params: OneRelease,
  answer: StaffDocument,
});
