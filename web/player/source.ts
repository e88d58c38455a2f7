import type { Song } from './queue/queue.ts';

/** Where the player's songs come from: the play queue, or the desk while it is open. */
export interface SongSource {
  /** The song after this one and the second at which it starts; undefined at the end. */
  getUpcoming(uuid: string | undefined): { song: Song; startAt: number } | undefined;
  /** The song ended by itself. */
  handleEnd(): void;
}
