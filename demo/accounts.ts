import { createAccount } from '../server/access/accounts.ts';
import { findAccount } from '../server/access/queries.ts';
import { insertConnection } from '../server/network/connectionQueries.ts';
import type { Db } from '../server/platform/database/db.ts';
import { packageNames } from './catalogue.ts';
import { toldAt } from './listening.ts';

/** Password of every demo account; an installation with a demo accepts local connections only. */
export const DEMO_PASSWORD = 'Promenade-1';

const allPackages = [...packageNames];

export const demoAccounts = [
  {
    email: 'programmer@demo.test',
    description: 'a music programmer who receives everything',
    firstname: 'Robin',
    lastname: 'Verhoeven',
    title: 'Head of Music',
    company: 'Radio Meridian',
    country: 'CA',
    state: 'ON',
    city: 'Toronto',
    verified: true,
    packages: allPackages,
  },
  {
    email: 'colleague@demo.test',
    description: 'a colleague at the same station',
    firstname: 'Imani',
    lastname: 'Castell',
    title: 'Presenter',
    company: 'Radio Meridian',
    country: 'CA',
    state: 'ON',
    city: 'Toronto',
    verified: true,
    packages: ['Radio', 'Press'],
  },
  {
    email: 'new@demo.test',
    description: 'an account that is not verified yet',
    firstname: 'Jonas',
    lastname: 'Lindqvist',
    title: 'Blogger',
    company: 'Sidan Åtta',
    country: 'SE',
    city: 'Malmö',
    verified: false,
    packages: [],
  },
  {
    email: 'label@demo.test',
    description: 'staff of two labels',
    firstname: 'Bea',
    lastname: 'Thornley',
    title: 'Promotion',
    company: 'Nine Tides',
    country: 'GB',
    city: 'Whitby',
    verified: true,
    label_staff: true,
    packages: allPackages,
  },
  {
    email: 'operator@demo.test',
    description: 'the operator of this service',
    firstname: 'Mara',
    lastname: 'Quist',
    title: 'Operations',
    company: 'Promenade',
    country: 'DE',
    city: 'Leipzig',
    verified: true,
    operator: true,
    packages: allPackages,
  },
  {
    email: 'pending@demo.test',
    description: 'an account still under review',
    firstname: 'Theo',
    lastname: 'Abernathy',
    title: 'Club DJ',
    company: 'The Cellar',
    country: 'US',
    state: 'OR',
    city: 'Portland',
    verified: false,
    status: 'pending' as const,
    packages: [],
  },
];

/** Creates the missing demo accounts and connects the two colleagues. The packages must exist. */
export async function createDemoAccounts(db: Db, now: Date): Promise<void> {
  for (const { description: _description, ...account } of demoAccounts) {
    if (await findAccount(db, account.email)) continue;
    await createAccount(db, { ...account, password: DEMO_PASSWORD, told_at: toldAt(now) });
  }
  const programmer = await findAccount(db, 'programmer@demo.test');
  const colleague = await findAccount(db, 'colleague@demo.test');
  if (programmer && colleague) await insertConnection(db, programmer.accountid, colleague.accountid, now);
}
