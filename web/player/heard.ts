import { HEARD_SHARE, LISTENED_S, SAMPLED_S } from '@promenade/contract/limits';

/** How much of one start of a song was heard. Times are seconds. */
export interface Hearing {
  /** Length of the song. */
  duration: number;
  /** Where the clock stood; undefined after a jump. */
  at: number | undefined;
  /** Played, not jumped over. */
  seconds: number;
}

/** A song starts. */
export const begun = (duration: number): Hearing => ({ duration, at: undefined, seconds: 0 });

/** The clock of the audio moved on while it played. */
export function heardUntil(hearing: Hearing, at: number): Hearing {
  const moved = hearing.at === undefined ? 0 : Math.max(0, at - hearing.at);
  return { ...hearing, at, seconds: hearing.seconds + moved };
}

/** The clock is about to jump: what lies between was not heard. */
export const jumped = (hearing: Hearing): Hearing => ({ ...hearing, at: undefined });

/** Whether a mark was passed that the server wants to know of: a sample, a listening, the whole song (decisions 18, 19). */
export function passesMark(before: Hearing, after: Hearing): boolean {
  const marks = [SAMPLED_S, LISTENED_S, HEARD_SHARE * after.duration];
  return marks.some((mark) => mark > 0 && before.seconds < mark && after.seconds >= mark);
}
