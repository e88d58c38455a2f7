import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react';

/** A component whose code loads when it is first rendered, or by `load` before; it shows `space` until then. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  space: ReactNode = null,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }));
  return (props) => createElement(Suspense, { fallback: space }, createElement(Part as ComponentType<Props>, props));
}

/** `Dialog`, loaded on first use. */
export const LazyDialog = lazyPart(async () => (await import('./Dialog.tsx')).Dialog);
