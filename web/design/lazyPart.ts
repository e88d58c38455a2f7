import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react';

/** A component whose code loads when it is first rendered, or by `load` before; it shows `space` until then. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  space: ReactNode = null,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }));
  return (props) => createElement(Suspense, { fallback: space }, createElement(Part as ComponentType<Props>, props));
}

/** Long enough for the first covers on a fast line; on a slow one they are requested meanwhile. */
const FIRST_SCREEN_MS = 500;
let firstScreen: Promise<void> | undefined;

/** A `lazyPart` that leaves the line and the processor to the first screen: its code loads a moment later. */
export const laterPart = <Props extends object>(load: () => Promise<ComponentType<Props>>, space?: ReactNode) =>
  lazyPart(async () => {
    await (firstScreen ??= new Promise((resolve) => setTimeout(resolve, FIRST_SCREEN_MS)));
    return load();
  }, space);

/** `Dialog`, loaded on first use. */
export const LazyDialog = lazyPart(async () => (await import('./Dialog.tsx')).Dialog);
