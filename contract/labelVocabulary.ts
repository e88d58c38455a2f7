import * as z from 'zod/mini';
import { LINE_MAX } from './limits.ts';
import { ProposedKind } from './releaseFields.ts';
import { route } from './route.ts';

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
