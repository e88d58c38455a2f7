import type { Profile } from '@promenade/contract/profile';

/** For tests: a profile that can be saved as it is. */
export function person(more: Partial<Profile> = {}): Profile {
  return {
    firstname: 'Rosa',
    lastname: 'Vance',
    phone: '+1 (555) 123-4567',
    website: 'wave.example',
    title: 'Programmer',
    company: 'Wave FM',
    country: 'DE',
    state: '',
    city: 'Berlin',
    language: 'en',
    mailto: 'rosa@demo.test',
    mailpref: 'none',
    emails: ['rosa@demo.test'],
    format: 'mp3',
    ...more,
  };
}
