import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Tabs } from './Tabs.tsx';

const tabs = ['Top results', 'Tracks', 'Releases'].map((text, index) => ({ id: String(index), text }));
const tabsWith = (selected: string) => (
  <Tabs label="Parts" tabs={tabs} selected={selected} panelId="p" onSelect={() => undefined} />
);

test('a row of tabs that is too narrow scrolls to the selected tab', () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(200);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100);
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function getOffset(this: HTMLElement) {
    return tabs.findIndex(({ text }) => text === this.textContent) * 100;
  });
  const { rerender } = render(tabsWith('2'));
  const row = screen.getByRole('tablist');
  row.scrollLeft = 7;
  rerender(tabsWith('1'));
  expect(row.scrollLeft).toBe(150);
});
