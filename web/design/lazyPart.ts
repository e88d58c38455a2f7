import { type ComponentType, createElement, lazy, Suspense } from 'react';

/** A component whose code loads when it is first rendered, or by `load` before; it shows nothing until then. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }));
  return (props) => createElement(Suspense, { fallback: null }, createElement(Part as ComponentType<Props>, props));
}

/** `Dialog`, loaded on first use. */
export const LazyDialog = lazyPart(async () => (await import('./Dialog.tsx')).Dialog);
