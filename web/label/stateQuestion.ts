import { ReleaseState } from '@promenade/contract/label';
import * as z from 'zod/mini';
import { create } from 'zustand';
import { ApiError } from '../platform/request.ts';

// The server refuses every change by which a release would come out, end, go away or return, until it is confirmed. One
// dialog asks for all of them.

const StateChange = z.object({
  title: z.string(),
  from: ReleaseState,
  to: ReleaseState,
  people: z.coerce.number(),
});
export type StateChange = z.infer<typeof StateChange>;

interface Question extends StateChange {
  answer: (isConfirmed: boolean) => void;
}

export const useStateQuestion = create<{
  question: Question | undefined;
  /** A dialog is there to ask. */
  isShown: boolean;
}>(() => ({ question: undefined, isShown: false }));

/** What a refused change would do to the release; undefined for every other failure. */
export function getStateChange(failure: unknown): StateChange | undefined {
  if (!(failure instanceof ApiError) || failure.code !== 'STATE_UNCONFIRMED') return undefined;
  return StateChange.safeParse(failure.fields).data;
}

/** The query of a call that a person has confirmed. */
export type Confirmed = { confirmed?: '1' };

/** Sends a change, and once more when a person confirms what it does to the release. Throws the refusal otherwise. */
export async function withConfirmation<Answer>(send: (query: Confirmed) => Promise<Answer>): Promise<Answer> {
  try {
    return await send({});
  } catch (failure) {
    const change = getStateChange(failure);
    if (!change || !useStateQuestion.getState().isShown) throw failure;
    const isConfirmed = await new Promise<boolean>((answer) => {
      useStateQuestion.setState({ question: { ...change, answer } });
    });
    useStateQuestion.setState({ question: undefined });
    if (!isConfirmed) throw failure;
    return send({ confirmed: '1' });
  }
}
