import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react';

/** Long enough for the first covers on a fast line; on a slow one they are requested meanwhile. */
const FIRST_SCREEN_MS = 500;
let firstScreen: Promise<void> | undefined;

/**
 * A `lazyPart` that leaves the line and the processor to the first screen: its code loads a moment later, or at a press.
 * `renderSpace` renders what keeps its place until then.
 */
export function laterPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  renderSpace: (props: Props) => ReactNode = () => null,
): ComponentType<Props> {
  const Part = lazy(async () => {
    firstScreen ??= waitForFirstScreen();
    await firstScreen;
    return { default: await load() };
  });
  return (props) =>
    createElement(Suspense, { fallback: renderSpace(props) }, createElement(Part as ComponentType<Props>, props));
}

const waitForFirstScreen = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, FIRST_SCREEN_MS);
    for (const press of ['pointerdown', 'keydown']) addEventListener(press, () => resolve(), { once: true });
  });
