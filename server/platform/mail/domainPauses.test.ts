import { expect, test } from 'vitest';
import { createDomainPauses } from './domainPauses.ts';

const at = (seconds: number) => new Date(seconds * 1000);

test('a busy domain gets no mails for 5 s, then for twice as long, until one arrives; others do', () => {
  const pauses = createDomainPauses();
  pauses.begin('radio.example', at(0));
  pauses.begin('radio.example', at(1));
  expect(() => pauses.requireNone('radio.example', at(4))).toThrow('radio.example wants fewer mails');
  pauses.requireNone('club.example', at(4));
  pauses.requireNone('radio.example', at(5));
  pauses.begin('radio.example', at(5));
  expect(() => pauses.requireNone('radio.example', at(14))).toThrow('wants fewer mails');
  pauses.requireNone('radio.example', at(15));
  pauses.end('radio.example');
  pauses.begin('radio.example', at(20));
  pauses.requireNone('radio.example', at(25));
});
