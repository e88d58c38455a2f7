import { expect, test } from 'vitest';
import { readSite } from './site.ts';

test('links come from the installation; without its word an account is asked for at /signup', {
  tags: ['A-ROUTE-17', 'A-SIGNIN-07'],
}, () => {
  expect(readSite('{"supportUrl":"https://help.example"}')).toMatchObject({
    supportUrl: 'https://help.example',
    applyAccountUrl: '/signup',
    moreMusicUrl: '',
  });
});

test.each([undefined, null, '', '  '])('a page without the data block has defaults', (block) => {
  expect(readSite(block)).toMatchObject({ applyAccountUrl: '/signup', supportUrl: '' });
});
