import { createAccount } from '../server/access/accounts.ts';
import { findAccount } from '../server/access/queries.ts';
import { upsertLabelMember } from '../server/access/staffQueries.ts';
import { type Play, recordPlays } from '../server/library/playsQueries.ts';
import type { Db } from '../server/platform/database/db.ts';
import { DAY_MS, daysBefore } from '../server/platform/process/days.ts';
import { fullCatalogue, packageNames } from './catalogue.ts';
import {
  type DemoActivity,
  type DemoPair,
  findLabelIds,
  insertDemoActivity,
  listDemoPairs,
} from './listeningQueries.ts';
import { createRandom, type Random, randomBetween, randomInteger, randomItem } from './random.ts';
import { labels } from './release.ts';

// Synthetic listening of the four weeks before the first start: thirty recipients without passwords, and the programmer.
// A run handles the releases that none of them has opened, so that it is repeated when more releases exist.

const DAYS = 28;
/** When the demo's accounts were told what labels see: before the first listen. */
export const toldAt = (now: Date): Date => new Date(now.getTime() - (DAYS + 7) * DAY_MS);

const MESSAGES = [
  'On our list for Saturday. Is there a clean edit?',
  'Great bridge. Who mixed this?',
  'We would like an interview around the release.',
  'Playing it from Monday.',
];
const PROGRAMMER = 'programmer@demo.test';

/** Name, job title, company, country. */
const people = `Amara Okafor|Music Editor|Lagos Nights|NG
Ben Castellan|Programme Director|Kestrel FM|GB
Chiara Donati|Head of Music|Radio Levante|IT
Dylan Marsh|Club DJ|The Cellar|US
Elif Aydın|Presenter|Boğaz Radyo|TR
Finn Aaberg|Playlist Editor|Fjordlyd|NO
Greta Holm|Journalist|Sidan Åtta|SE
Hugo Lacombe|Programmateur|Radio Canal Nord|FR
Ines Ferrer|Music Supervisor|Sala Once|ES
Jakub Nowicki|Presenter|Radio Wisła|PL
Keiko Arata|Buyer|Onkyo Lane|JP
Liam Hartnett|Producer|Shoreline Radio|IE
Marta Silva|Journalist|Folha de Som|PT
Nils Brandt|Head of Music|Radio Elbe|DE
Oona Salmi|Club DJ|Klubi Pohjola|FI
Pavel Dvořák|Editor|Hudební List|CZ
Quinn Abbott|Music Supervisor|Paper Lantern Sync|US
Rosa Iglesias|Presenter|Radio Sur|AR
Sami Haddad|Programme Director|Cedar FM|LB
Tess van Loon|Playlist Editor|Polder Radio|NL
Uma Krishnan|Journalist|The Monsoon Review|IN
Viktor Lindgren|Club DJ|Nattklubben|SE
Wanda Peters|Head of Music|Radio Meridian|CA
Xavier Roux|Presenter|Onde Claire|BE
Yara Mansour|Editor|Cairo Sounds|EG
Zoë Baumann|Music Editor|Radio Alpstein|CH
Anders Friis|Programme Director|Radio Sund|DK
Bianca Reyes|Music Supervisor|Frame Nine|MX
Callum Reid|Presenter|Highland Waves|GB
Dora Kovács|Journalist|Hangjegy|HU`
  .split('\n')
  .map((line) => {
    const [name = '', title = '', company = '', country = ''] = line.split('|');
    const [firstname = '', ...rest] = name.split(' ');
    return {
      email: `${company.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.${name.charAt(0).toLowerCase()}@recipients.demo.test`,
      firstname,
      lastname: rest.join(' '),
      title,
      company,
      country,
    };
  });

/** Creates the recipients and their listening for releases that have none yet; label staff get their labels. */
export async function createDemoListening(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (db) => {
    await createRecipients(db, now);
    await joinLabels(db, now);
    const emails = [...people.map(({ email }) => email), PROGRAMMER];
    const pairs = await listDemoPairs(db, emails, now);
    const { plays, ...activity } = createActivity(pairs, now);
    await insertDemoActivity(db, activity);
    for (const [day, played] of Map.groupBy(plays, ({ day }) => day))
      await recordPlays(db, played, daysBefore(now, day));
  });
}

async function createRecipients(db: Db, now: Date): Promise<void> {
  for (const [index, person] of people.entries()) {
    if (await findAccount(db, person.email)) continue;
    const random = createRandom(`packages of ${person.email}`);
    const packages = packageNames.filter((_name, position) => position === index % 5 || random() < 0.5);
    const mailpref = index % 8 === 7 ? 'none' : index % 2 === 0 ? 'daily' : 'weekly';
    await createAccount(db, { ...person, packages, mailpref, verified: true, told_at: toldAt(now) });
  }
}

/** The staff account works for the two labels with most releases. */
async function joinLabels(db: Db, now: Date): Promise<void> {
  const staff = await findAccount(db, 'label@demo.test');
  if (!staff) return;
  const byLabel = Map.groupBy(fullCatalogue, ({ label }) => label);
  const largest = [...byLabel].toSorted(([, a], [, b]) => b.length - a.length).slice(0, 2);
  const names = largest.map(([label]) => labels[label].name);
  for (const labelId of await findLabelIds(db, names))
    await upsertLabelMember(db, { accountid: staff.accountid, labelId, role: 'editor' }, 'command', now);
}

/** `day`: how many whole days before now the listen was over. */
type DemoPlay = Play & { day: number };

/** Deterministic for the same accounts, titles and instant. */
function createActivity(pairs: DemoPair[], now: Date): DemoActivity & { plays: DemoPlay[] } {
  const result: DemoActivity & { plays: DemoPlay[] } = {
    mailed: [],
    opened: [],
    downloaded: [],
    wrote: [],
    passedon: [],
    streamed: [],
    plays: [],
  };
  const others = [...new Set(pairs.filter(({ email }) => email !== PROGRAMMER).map(({ accountid }) => accountid))];
  for (const pair of pairs) addPair(result, pair, others, now);
  return result;
}

function addPair(
  { mailed, opened, downloaded, wrote, passedon, streamed, plays }: DemoActivity & { plays: DemoPlay[] },
  { accountid, audience, email, releaseId, title, available, ismailed, tracks }: DemoPair,
  others: number[],
  now: Date,
): void {
  const random = createRandom(`${email} ${title}`);
  const nowMs = now.getTime();
  const windowMs = nowMs - DAYS * DAY_MS;
  const isNew = available.getTime() >= windowMs;
  const from = Math.max(available.getTime(), windowMs);
  const ids = { accountid, releaseId };
  if (isNew && ismailed && email !== PROGRAMMER) mailed.push({ ...ids, at: new Date(from) });
  // How keen this person is on releases.
  const interest = email === PROGRAMMER ? 0.8 : 0.3 + createRandom(email)() * 0.6;
  if (random() > interest * (isNew ? 1 : 0.4)) return;
  // Most open a new release within days; an old one at any time.
  const openedMs = from + (nowMs - from) * (isNew ? random() ** 2 : random());
  const again = random() < 0.3;
  const at = (ms: number) => new Date(Math.min(ms, nowMs - 60_000));
  const lastMs = again ? openedMs + (nowMs - openedMs) * random() : openedMs;
  opened.push({ ...ids, first: at(openedMs), last: at(lastMs), times: again ? randomInteger(random, 2, 4) : 1 });
  if (random() > 0.85) return;
  let clockMs = openedMs + 5_000;
  for (const { id, trackid, duration } of tracks) {
    const listen = createRanges(random, Math.max(1, Math.floor(duration)));
    const endMs = clockMs + (listen.seconds + 5) * 1000;
    if (endMs > nowMs) break;
    streamed.push({ accountid, trackid, at: new Date(clockMs) });
    plays.push({
      accountid,
      audience,
      trackid,
      seconds: listen.seconds,
      day: Math.floor((nowMs - endMs) / DAY_MS),
      listen: {
        listenid: createUuid(random),
        startedat: new Date(clockMs).toISOString(),
        source: randomItem(random, ['gallery', 'release', 'release', 'mail'] as const),
        ranges: listen.ranges,
      },
    });
    if (listen.isFinished && random() < 0.35)
      downloaded.push({ ...ids, trackId: id, format: random() < 0.4 ? 'wav' : 'mp3', at: new Date(endMs) });
    clockMs = endMs + 2_000;
    if (random() < 0.3) break;
  }
  if (random() < 0.05) wrote.push({ ...ids, email, message: randomItem(random, MESSAGES), at: at(clockMs) });
  const to = randomItem(random, others);
  if (random() < 0.05 && to !== accountid) passedon.push({ ...ids, to, message: 'One for you?', at: at(clockMs) });
}

/** Some leave in the intro, some jump to the chorus, some stay to the end. */
function createRanges(random: Random, duration: number): { ranges: string; seconds: number; isFinished: boolean } {
  const second = (share: number) => Math.max(1, Math.min(duration, Math.round(duration * share)));
  const kind = random();
  if (kind < 0.35) {
    const end = second(randomBetween(random, 0.08, 0.4));
    return { ranges: `{[0,${end})}`, seconds: end, isFinished: false };
  }
  if (kind < 0.6) {
    const [intro, chorus] = [second(randomBetween(random, 0.06, 0.15)), second(randomBetween(random, 0.32, 0.38))];
    const end = Math.max(chorus + 1, second(randomBetween(random, 0.5, 0.7)));
    if (end > duration) return { ranges: `{[0,${intro})}`, seconds: intro, isFinished: false };
    return { ranges: `{[0,${intro}),[${chorus},${end})}`, seconds: intro + end - chorus, isFinished: false };
  }
  if (kind < 0.7) {
    const end = second(randomBetween(random, 0.5, 0.9));
    return { ranges: `{[0,${end})}`, seconds: end, isFinished: false };
  }
  return { ranges: `{[0,${duration})}`, seconds: duration, isFinished: true };
}

const createUuid = (random: Random): string =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', () => randomInteger(random, 0, 15).toString(16));
