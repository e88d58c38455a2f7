import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { vi } from 'vitest';
import type { Engine } from './engine.ts';

/** Finds elements as in component tests: by role and name. */
const LIBRARY = createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js');

const WAIT = { timeout: 30_000, interval: 150 };

interface Box {
  x: number;
  y: number;
}

/** A person at a page of an engine. Every step waits until what it needs is there. */
export interface EnginePage extends Engine {
  /** Waits for an element of this role with this accessible name; a text is matched as a part of it. */
  see(role: string, name: string): Promise<void>;
  seeText(text: string): Promise<void>;
  click(role: string, name: string): Promise<void>;
  /** Types into the field with this label. */
  type(label: string, text: string): Promise<void>;
  choose(label: string, value: string): Promise<void>;
  /** Waits until a function, called in the page, gives true. */
  waitFor(isTrue: () => boolean): Promise<void>;
}

export async function createPage(engine: Engine): Promise<EnginePage> {
  const library = await readFile(LIBRARY, 'utf8');

  async function locate(kind: 'role' | 'label' | 'text', what: string, name = ''): Promise<Box> {
    if (!(await engine.run(hasLibrary))) await engine.load(library);
    let last: Box | null = null;
    const findResting = async () => {
      const before = last;
      last = await engine.run(findBox, kind, what, name).catch(() => null);
      return last && before && last.x === before.x && last.y === before.y ? last : null;
    };
    return vi.waitUntil(findResting, WAIT).catch(async () => {
      throw new Error(`There is no ${kind} ${what} ${name} at ${await engine.run(describePage)}`);
    });
  }
  async function clickAt({ x, y }: Box): Promise<void> {
    await engine.perform([
      {
        type: 'pointer',
        id: 'mouse',
        parameters: { pointerType: 'mouse' },
        actions: [
          { type: 'pointerMove', x, y, duration: 0, origin: 'viewport' },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ]);
  }
  async function pressKeys(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await engine.perform([{ type: 'key', id: 'keys', actions }]);
  }
  return {
    ...engine,
    async see(role, name) {
      await locate('role', role, name);
    },
    async seeText(text) {
      await locate('text', text);
    },
    async click(role, name) {
      await clickAt(await locate('role', role, name));
    },
    async type(label, text) {
      await clickAt(await locate('label', label));
      await pressKeys(text);
    },
    async choose(label, value) {
      await locate('label', label);
      await engine.run(selectOption, label, value);
    },
    async waitFor(isTrue) {
      await vi.waitUntil(() => engine.run(isTrue), WAIT);
    },
  };
}

// The following functions run in the page.

interface Queries {
  queryAllByRole(parent: Element, role: string, options: object): HTMLElement[];
  queryAllByLabelText(parent: Element, label: string): HTMLElement[];
  queryAllByText(parent: Element, text: string, options: object): HTMLElement[];
}
declare global {
  interface Window {
    TestingLibraryDom?: Queries;
  }
}

const describePage = (): string => `${window.location.href}: ${document.body.innerText.slice(0, 500)}`;

const hasLibrary = (): boolean => window.TestingLibraryDom !== undefined;

/** The centre of the first visible match, scrolled into view; null while there is none. */
function findBox(kind: 'role' | 'label' | 'text', what: string, name: string): { x: number; y: number } | null {
  const queries = window.TestingLibraryDom;
  if (!queries) return null;
  const named = { name: (text: string) => text === name || text.includes(name) };
  const found =
    kind === 'role'
      ? queries.queryAllByRole(document.body, what, named)
      : kind === 'label'
        ? queries.queryAllByLabelText(document.body, what)
        : queries.queryAllByText(document.body, what, { exact: false });
  const element = found.find((candidate) => candidate.getClientRects().length > 0);
  if (!element) return null;
  element.scrollIntoView({ block: 'center', inline: 'nearest' });
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
}

function selectOption(label: string, value: string): void {
  const [select] = window.TestingLibraryDom?.queryAllByLabelText(document.body, label) ?? [];
  if (!(select instanceof HTMLSelectElement)) throw new Error(`${label} is no list`);
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}
