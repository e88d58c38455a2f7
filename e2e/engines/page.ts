import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { vi } from 'vitest';
import { createClick, type Engine } from './engine.ts';

/** Finds elements as in component tests: by role and name. */
const LIBRARY = createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js');

const WAIT = { timeout: 30_000, interval: 100 };

interface Box {
  x: number;
  y: number;
}

/** What a person looks for; `name` is the source of a regular expression. */
interface Target {
  kind: 'role' | 'label' | 'text';
  what: string;
  name: string;
}

/** A person at a page of an engine. Every step waits until what it needs is there. */
export interface EnginePage extends Engine {
  /** Waits for an element of this role with this accessible name. */
  see(role: string, name: string | RegExp): Promise<void>;
  seeText(text: string): Promise<void>;
  /** Clicks the first such element that is enabled and that nothing covers. */
  click(role: string, name: string | RegExp): Promise<void>;
  /** Types into the field with this label. */
  type(label: string, text: string): Promise<void>;
  /** Presses keys in the focused element: characters, and special keys from `keys`. */
  press(keys: string): Promise<void>;
  choose(label: string, value: string): Promise<void>;
  /** Waits until a function, called in the page, gives true. */
  waitFor<Args extends unknown[]>(isTrue: (...args: Args) => boolean, ...args: Args): Promise<void>;
}

/** Codes of keys in WebDriver. */
export const keys = { enter: '\uE007', escape: '\uE00C' } as const;

export async function createPage(engine: Engine): Promise<EnginePage> {
  const library = await readFile(LIBRARY, 'utf8');

  /** Waits until the element has stopped moving. */
  async function locate(target: Target, mustBeFree = false): Promise<Box> {
    let last: Box | null = null;
    const findResting = async () => {
      const before = last;
      last = await engine.run(findBox, target, mustBeFree).catch(() => null);
      if (!last && !(await engine.run(hasLibrary))) await engine.load(library);
      return last && before && last.x === before.x && last.y === before.y ? last : null;
    };
    return vi.waitUntil(findResting, WAIT).catch(async () => {
      throw new Error(`There is no ${Object.values(target).join(' ')} at ${await engine.run(describePage)}`);
    });
  }
  const locateRole = (role: string, name: string | RegExp, mustBeFree = false) =>
    locate({ kind: 'role', what: role, name: toSource(name) }, mustBeFree);
  const locateLabel = (label: string) => locate({ kind: 'label', what: label, name: '' });

  async function clickAt({ x, y }: Box): Promise<void> {
    await engine.perform(createClick(x, y));
  }
  /** Clicks again when content that loaded late has moved the element away between finding it and the click. */
  async function clickRole(role: string, name: string | RegExp): Promise<void> {
    await vi.waitUntil(async () => {
      const box = await locateRole(role, name, true);
      await engine.run(guardClick);
      await clickAt(box);
      const clicked = await vi.waitUntil(() => engine.run(readClick)).catch(() => undefined);
      return clicked === 'located';
    }, WAIT);
  }
  async function press(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await engine.perform([{ type: 'key', id: 'keys', actions }]);
  }
  return {
    ...engine,
    async see(role, name) {
      await locateRole(role, name);
    },
    async seeText(text) {
      await locate({ kind: 'text', what: text, name: '' });
    },
    click: clickRole,
    async type(label, text) {
      await clickAt(await locateLabel(label));
      await press(text);
    },
    press,
    async choose(label, value) {
      await locateLabel(label);
      await engine.run(selectOption, label, value);
    },
    async waitFor(isTrue, ...args) {
      await vi
        .waitUntil(() => engine.run(isTrue, ...args), WAIT)
        .catch(async () => {
          throw new Error(`${String(isTrue)} is not true at ${await engine.run(describePage)}`);
        });
    },
  };
}

const toSource = (name: string | RegExp): string =>
  typeof name === 'string' ? `^${RegExp.escape(name)}$` : name.source;

// The following functions run in the page.

interface Queries {
  queryAllByRole(parent: Element, role: string, options: object): HTMLElement[];
  queryAllByLabelText(parent: Element, label: string): HTMLElement[];
  queryAllByText(parent: Element, text: string, options: object): HTMLElement[];
}
declare global {
  interface Window {
    TestingLibraryDom?: Queries;
    /** The element that `findBox` found last. */
    located?: Element;
    /** What the click after `guardClick` hit; undefined while none has arrived. */
    clicked?: 'located' | 'elsewhere' | undefined;
    /** Removes the listeners of `guardClick`. */
    clickGuard?: AbortController;
  }
}

const describePage = (): string => `${window.location.href}: ${document.body.innerText.slice(0, 500)}`;

const hasLibrary = (): boolean => window.TestingLibraryDom !== undefined;

/** The centre of the first visible match, scrolled into view; null while there is none. */
function findBox({ kind, what, name }: Target, mustBeFree: boolean): Box | null {
  const queries = window.TestingLibraryDom;
  if (!queries) return null;
  // To leave out hidden elements here is much faster than in the library.
  const found =
    kind === 'role'
      ? queries.queryAllByRole(document.body, what, { name: new RegExp(name, 'u'), hidden: true })
      : kind === 'label'
        ? queries.queryAllByLabelText(document.body, what)
        : queries.queryAllByText(document.body, what, { exact: false });
  for (const element of found) {
    if (element.getClientRects().length === 0 || element.closest('[inert], [aria-hidden=true]')) continue;
    if (mustBeFree && element.matches(':disabled')) continue;
    element.scrollIntoView({ block: 'center', inline: 'nearest' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const box = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
    const hit = document.elementFromPoint(box.x, box.y);
    if (mustBeFree && !element.contains(hit) && hit?.closest('label')?.control !== element) continue;
    window.located = element;
    return box;
  }
  return null;
}

/**
 * Until the next click, lets events of the mouse through only to the element that `findBox` found last, and then notes
 * in `window.clicked` whether the click was on it.
 */
function guardClick(): void {
  window.clickGuard?.abort();
  const clickGuard = new AbortController();
  window.clickGuard = clickGuard;
  window.clicked = undefined;
  const guard = (event: Event) => {
    const target = event.target as Element;
    const isLocated = window.located?.contains(target) || target.closest('label')?.control === window.located;
    if (!isLocated) {
      event.stopImmediatePropagation();
      event.preventDefault();
    }
    if (event.type !== 'click') return;
    window.clicked = isLocated ? 'located' : 'elsewhere';
    clickGuard.abort();
  };
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
    window.addEventListener(type, guard, { capture: true, signal: clickGuard.signal });
}

/** A page without `clickGuard` is another one than was clicked in: the click was on a link, and has loaded it. */
const readClick = () => (window.clickGuard ? window.clicked : 'located');

function selectOption(label: string, value: string): void {
  const [select] = window.TestingLibraryDom?.queryAllByLabelText(document.body, label) ?? [];
  if (!(select instanceof HTMLSelectElement)) throw new Error(`${label} is no list`);
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}
