import * as z from 'zod/mini';
import { Email } from './email.ts';
import { LabelId, StaffRole } from './label.ts';
import { LINE_MAX } from './limits.ts';
import { ProposedKind } from './releaseFields.ts';
import { route } from './route.ts';

export const LabelSettings = z.object({
  labelid: z.uuid(),
  name: z.string(),
  role: StaffRole,
  logo: z.nullable(z.string()),
  contact: z.nullable(z.string()),
  /** New releases are marked: the sound of each copy says whose it is. */
  mark: z.boolean(),
  /** Whether this service may mark sound. */
  maymark: z.boolean(),
  staff: z.array(z.object({ name: z.string(), role: StaffRole, since: z.string() })),
});

export type LabelSettings = z.infer<typeof LabelSettings>;

export const labelSettings = route({
  method: 'GET',
  path: '/label/labels/:labelid',
  summary: 'Returns logo, contact address and staff of a label.',
  params: z.object({ labelid: LabelId }),
  answer: LabelSettings,
});

export const changeLabelSettings = route({
  method: 'PATCH',
  path: '/label/labels/:labelid',
  summary: 'Changes the logo and the contact address of a label, and whether its new releases are marked.',
  refuses: ['EDITORS_ONLY', 'UPLOAD_NOT_FOUND'],
  params: z.object({ labelid: LabelId }),
  body: z.object({
    /** Empty: none. */
    contact: z.optional(z.union([z.literal(''), Email])),
    /** A complete upload of a delivery for edits without a release. */
    logo: z.optional(z.uuid()),
    mark: z.optional(z.boolean()),
  }),
  answer: LabelSettings,
});

/** At most 20, those that begin with the letters first. */
export const labelVocabulary = route({
  method: 'GET',
  path: '/label/vocabulary',
  summary: 'Finds genres, moods or instruments of the vocabulary.',
  refuses: ['LABEL_NOT_FOUND'],
  query: z.object({
    labelid: z.uuid(),
    kind: z._default(ProposedKind, 'genres'),
    filter: z._default(z.string().check(z.maxLength(LINE_MAX)), ''),
  }),
  answer: z.object({ items: z.array(z.string()) }),
});
