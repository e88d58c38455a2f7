import type { ServerEvent, ServerEventType } from '@promenade/contract/events';

type EventOf<Type extends ServerEventType> = Extract<ServerEvent, { type: Type }>;
type Listener = (event: ServerEvent) => void;

const listeners = new Map<ServerEventType, Set<Listener>>();

/** Calls the listener for each event of this type; returns a function that stops it. */
export function onServerEvent<Type extends ServerEventType>(
  type: Type,
  listener: (event: EventOf<Type>) => void,
): () => void {
  const set = listeners.get(type) ?? new Set<Listener>();
  listeners.set(type, set);
  set.add(listener as Listener);
  return () => void set.delete(listener as Listener);
}

/** Passes an event on to its listeners. */
export function emitServerEvent(event: ServerEvent): void {
  for (const listener of listeners.get(event.type) ?? []) listener(event);
}
