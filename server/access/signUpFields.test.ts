import { APPLICANT_ROLES, industries, mediaTypes, reportFormats, reportSources } from '@promenade/contract/signUp';
import { expect, test } from 'vitest';
import { createApplicants } from '../testing/applicants.ts';
import { refused } from '../testing/client.ts';
import { startTestServer } from '../testing/testServer.ts';

const server = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
const { confirmEmail: proof, confirm, application } = createApplicants(server);
let addresses = 0;
const newEmail = () => `applicant${++addresses}@station.example`;
const radio = { industry: 'radio', role: 'radio', reporting: 'Mediabase', call_letter: 'KXYZ' } as const;

test.each(['first_name', 'last_name', 'role', 'group_owner', 'country', 'city'] as const)(
  '%s is required and must not be blank',
  { tags: ['A-SIGNUP-07', 'A-SIGNUP-28'] },
  async (field) => {
    expect(await confirm(newEmail(), { [field]: '  ' })).toMatchObject({
      ...refused('VALIDATION'),
      refusal: { fields: { [field]: 'This field is required' } },
    });
  },
);

test.each([
  ['email', { email: 'nobody' }],
  ['industry', { industry: 'music' as never }],
  ['primary_format', { primary_format: '' as never }],
  ['secondary_format', { secondary_format: 'Polka' as never }],
  ['reporting', { reporting: 'Nobody' as never }],
  ['media_type', { media_type: 'Television' as never }],
  ['country', { country: 'Canada' }],
])(
  'an invalid %s is reported',
  { tags: ['A-SIGNUP-07', 'A-SIGNUP-28', 'A-ENUM-04', 'A-ENUM-08', 'A-ENUM-09', 'A-ENUM-11'] },
  async (field, invalid) => {
    const { refusal } = await confirm(newEmail(), invalid);
    expect(Object.keys(refusal?.fields ?? {})).toEqual([field]);
  },
);

const noPhones = ['abc', '+', '12 34 56 78 90 12', '(020', '1234567890123456789012'];
test.each(noPhones)('%j is not a phone number', { tags: ['A-SIGNUP-11', 'A-SIGNUP-12'] }, async (phone) => {
  const { refusal } = await confirm(newEmail(), { phone });
  expect(refusal?.fields).toEqual({ phone: 'Please enter a valid phone number' });
});

test.each(['harbour', 'ftp://harbour.press', 'http://', 'harbour .press'])(
  '%j is not a web address',
  { tags: ['A-SIGNUP-30'] },
  async (web_site) => {
    const { refusal } = await confirm(newEmail(), { web_site });
    expect(refusal?.fields).toEqual({ web_site: 'Please enter a valid URL' });
  },
);

test.each([
  ['US', 'OR', 'Oregano'],
  ['CA', 'ON', 'OR'],
])(
  'in %s a state of the country is required, in other countries none',
  { tags: ['A-SIGNUP-31', 'A-SIGNUP-32'] },
  async (country, state, invalid) => {
    const email = newEmail();
    const email_token = await proof(email);
    expect((await confirm(email, { email_token, country })).refusal?.fields).toEqual({
      state: 'This field is required',
    });
    expect((await confirm(email, { email_token, country, state: invalid })).refusal?.fields).toHaveProperty('state');
    expect((await confirm(email, { email_token, country, state })).status).toBe(204);
    const elsewhere = newEmail();
    expect((await confirm(elsewhere, { email_token: await proof(elsewhere), country: 'GB' })).status).toBe(204);
  },
);

test('a radio station must give its charts and call letters', { tags: ['A-SIGNUP-33', 'A-ROLE-06'] }, async () => {
  const email = newEmail();
  const { refusal } = await confirm(email, { ...radio, reporting: '', call_letter: ' ' });
  expect(refusal?.fields).toEqual({
    reporting: 'This field is required',
    call_letter: 'This field is required',
  });
  expect((await confirm(email, { ...radio, email_token: await proof(email) })).status).toBe(204);
  expect(await application(email)).toMatchObject({ answers: { reporting: 'Mediabase', call_letter: 'KXYZ' } });
});

test.each(['press-publicity-media', 'other'] as const)(
  'for %s charts, call letters and medium are optional',
  { tags: ['A-SIGNUP-33', 'A-SIGNUP-34', 'A-SIGNUP-38', 'A-ROLE-06', 'A-ENUM-04'] },
  async (industry) => {
    const [shortForm, fullForm] = [newEmail(), newEmail()];
    expect((await confirm(shortForm, { industry, media_type: '', email_token: await proof(shortForm) })).status).toBe(
      204,
    );
    const optional = { industry, reporting: 'BDS', call_letter: 'BLOG', media_type: 'Freelance' } as const;
    expect((await confirm(fullForm, { ...optional, email_token: await proof(fullForm) })).status).toBe(204);
    expect(await application(fullForm)).toMatchObject({ answers: optional });
  },
);

test('any role is accepted, not only those of the form', {
  tags: ['A-SIGNUP-09', 'A-SIGNUP-10', 'A-ENUM-04'],
}, async () => {
  for (const role of [...APPLICANT_ROLES, 'Deputy head of night programmes']) {
    const email = newEmail();
    expect((await confirm(email, { role, email_token: await proof(email) })).status).toBe(204);
    expect(await application(email)).toMatchObject({ title: role });
  }
  expect(APPLICANT_ROLES).toEqual(['radio', 'press', 'other']);
});

test('the option lists are those of the specification', {
  tags: ['A-ENUM-04', 'A-ENUM-08', 'A-ENUM-09', 'A-ENUM-10', 'A-ENUM-11'],
}, () => {
  expect(industries).toEqual(['radio', 'press-publicity-media', 'other']);
  expect(reportSources.join(', ')).toBe('None, BDS, CMJ, FMQB, HITS, Music Row, Mediabase, Texas Music Chart, Other');
  expect(mediaTypes.join(', ')).toBe('Newspaper, Magazine, Online/Blogger, Street Press, Freelance, Other');
  expect(reportFormats).toHaveLength(40);
  expect([reportFormats[0], ...reportFormats.slice(-2)]).toEqual(['Active Rock', 'Urban AC', 'Other']);
  expect(reportFormats).toEqual(expect.arrayContaining(['Adult Contemporary', 'Country', 'Jazz']));
  expect(reportFormats.slice(0, -1)).toEqual(reportFormats.slice(0, -1).toSorted());
});
