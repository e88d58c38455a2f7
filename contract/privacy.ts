import * as z from 'zod/mini';
import { route } from './route.ts';

export const personalData = route({
  method: 'GET',
  path: '/profile/data',
  summary: 'Returns everything that is stored about the calling account (requirements decision 42).',
  refuses: ['TOO_MANY_REQUESTS'],
  /** By kind: `profile`, `emails`, `marks`, `plays`, `shares` … */
  answer: z.record(z.string(), z.unknown()),
});

/** ISO instant of the request; null without one. */
const Deletion = z.object({ requestedat: z.nullable(z.string()) });

export const deletion = route({
  method: 'GET',
  path: '/profile/deletion',
  summary: 'Tells whether the deletion of the calling account was requested.',
  answer: Deletion,
});

/** Repeating it changes nothing. */
export const requestDeletion = route({
  method: 'POST',
  path: '/profile/deletion',
  summary: 'Requests the deletion of the calling account, which an operator confirms.',
  refuses: ['TOO_MANY_REQUESTS'],
  answer: Deletion,
});

export const cancelDeletion = route({
  method: 'DELETE',
  path: '/profile/deletion',
  summary: 'Takes the request for deletion back.',
  answer: Deletion,
});
