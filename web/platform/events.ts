import { PAGE_HEADER, type ServerEvent } from '@promenade/contract/events';
import { createUuid } from './createId.ts';

/** This page, among those of all tabs and devices. */
export const pageId = createUuid();
/** Headers of a call whose change this page shows by itself: the event of it is for the others. */
export const ownPage = { [PAGE_HEADER]: pageId };

/** `reconnected`: events may have been missed since the last connection. */
export type StreamEvent = ServerEvent | { type: 'reconnected' };
type EventOf<Type extends StreamEvent['type']> = Extract<StreamEvent, { type: Type }>;
type Listener = (event: StreamEvent) => void;

const listeners = new Map<StreamEvent['type'], Set<Listener>>();

/** Calls the listener for each event of this type; returns a function that stops it. */
export function onServerEvent<Type extends StreamEvent['type']>(
  type: Type,
  listener: (event: EventOf<Type>) => void,
): () => void {
  const set = listeners.get(type) ?? new Set<Listener>();
  listeners.set(type, set);
  set.add(listener as Listener);
  return () => void set.delete(listener as Listener);
}

export function emitServerEvent(event: StreamEvent): void {
  for (const listener of listeners.get(event.type) ?? []) listener(event);
}
