import { expect, test } from 'vitest';
import { parseSite } from './site.ts';

test('links come from the installation; accounts are requested at /signup by default', {
  tags: ['A-ROUTE-17', 'A-SIGNIN-07'],
}, () => {
  expect(parseSite('{"supportUrl":"https://help.example"}')).toMatchObject({
    supportUrl: 'https://help.example',
    applyAccountUrl: '/signup',
    moreMusicUrl: '',
  });
});

test.each([undefined, null, '', '  '])('a page without the data block has defaults', (block) => {
  expect(parseSite(block)).toMatchObject({ applyAccountUrl: '/signup', supportUrl: '' });
});
