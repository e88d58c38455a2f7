import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showTooltip } from './tooltips.ts';

document.addEventListener('pointerover', showTooltip);
afterEach(() => document.removeEventListener('pointerover', showTooltip));

test('a tooltip that repeats a name is there only while the pointer is on it', () => {
  render(
    <p>
      <bdi className="ellipsis">
        <b>Lines</b> (Radio edit)
      </bdi>
      <a href="/r" data-tooltip={'Lines\nOtis Salo'}>
        Open
      </a>
      <span className="ellipsis" title="Afrobeats, House">
        Afrobeats
      </span>
    </p>,
  );
  const texts = { Lines: 'Lines (Radio edit)', Open: 'Lines\nOtis Salo', Afrobeats: 'Afrobeats, House' };
  for (const [text, tooltip] of Object.entries(texts)) {
    const before = screen.getByText(text).closest('[title]');
    fireEvent.pointerOver(screen.getByText(text));
    const shown = screen.getByText(text).closest('[title]');
    expect(shown?.getAttribute('title')).toBe(tooltip);
    if (shown) fireEvent(shown, new Event('pointerleave'));
    expect(screen.getByText(text).closest('[title]')).toBe(before);
  }
});
