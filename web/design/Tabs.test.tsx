import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Tabs } from './Tabs.tsx';

const tabs = ['Top results', 'Tracks', 'Releases'].map((text, at) => ({ id: String(at), text }));
const shown = (selected: string) => (
  <Tabs label="Parts" tabs={tabs} selected={selected} panelId="p" onSelect={() => undefined} />
);

test('where the tabs have no room the row moves until the selected one is seen', () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(200);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100);
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function at(this: HTMLElement) {
    return tabs.findIndex(({ text }) => text === this.textContent) * 100;
  });
  const { rerender } = render(shown('2'));
  const row = screen.getByRole('tablist');
  row.scrollLeft = 7;
  rerender(shown('1'));
  expect(row.scrollLeft).toBe(150);
});
