import { expect, test } from 'vitest';
import { promoDocument } from './promoDocument.ts';

test('what a label writes may show pictures of this server and nothing else, whatever it says', {
  tags: ['C-DETAIL-13'],
}, () => {
  const page = new DOMParser().parseFromString(promoDocument('<p>Words</p>'), 'text/html');
  const policy = page.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content');
  expect(policy).toBe(
    `default-src 'none'; img-src ${window.location.origin} data:; style-src ${window.location.origin}; font-src ${window.location.origin}; form-action 'none'`,
  );
  expect(page.querySelector('base')?.target).toBe('_blank');
  expect(page.body.innerHTML).toContain('<p>Words</p>');
});
