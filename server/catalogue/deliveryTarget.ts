import type { Db } from '../platform/database/db.ts';
import { DeliveryRefusal } from './document/deliveryRules.ts';
import {
  type ClaimedRelease,
  type DeliveryClaim,
  findPackages,
  listClaimedReleases,
  listMissingGrants,
  upsertPackages,
} from './names/ownerQueries.ts';

/** The owner has another release of the same artist and title. */
export class TwinRefusal extends DeliveryRefusal {
  /** Internal. */
  readonly twinId: number;

  constructor({ id, releaseid, title, artist }: ClaimedRelease) {
    const named = `"${title}" by ${artist} (release ${releaseid})`;
    super(
      `The label already has ${named}, with another UPC, id or audio: use --replace to replace that release, or --new to keep both.`,
    );
    this.twinId = id;
  }
}

/** How many tracks a delivery holds, and how many its release has. */
export interface FewerTracks {
  delivered: number;
  tracks: number;
}

/** The delivery holds fewer tracks than its release, and nobody has decided yet what that means. */
export class FewerRefusal extends DeliveryRefusal {
  readonly fewer: FewerTracks;

  constructor(fewer: FewerTracks) {
    super(
      `It holds ${fewer.delivered} of ${fewer.tracks} tracks: exchange these recordings, or remove the other tracks.`,
    );
    this.fewer = fewer;
  }
}

/**
 * What a delivery with fewer tracks than its release means: other recordings of these tracks, or that the release has no
 * others any more.
 */
export type FewerChoice = 'ask' | 'exchange' | 'remove';

/** What happens to a delivery whose owner has another release of the same artist and title. */
export type TwinChoice = 'refuse' | 'replace' | 'new';

export interface DeliveryTarget {
  /** The release that the delivery updates; undefined: it makes a new one. */
  known: ClaimedRelease | undefined;
  /** Name of the owner. */
  label: string | null;
  /** Owners of other releases with the same identity; only operators may read them. */
  namesakes: string[];
}

/**
 * Decides which release a delivery updates (requirements decision 32). A delivery without a label continues the release of
 * a label, and a delivery with a label that of none, only when they have an audio file in common.
 * @throws DeliveryRefusal
 */
export async function findTarget(db: Db, claim: DeliveryClaim, twins: TwinChoice): Promise<DeliveryTarget> {
  const releases = await listClaimedReleases(db, claim);
  if (claim.target !== undefined) return { known: releases[0], label: claim.label, namesakes: [] };
  const own = releases.find(({ hasIdentity, hasOwner }) => hasIdentity && hasOwner);
  const others = releases.filter(({ hasIdentity, hasOwner }) => hasIdentity && !hasOwner);
  const continued = own ?? findContinued(claim, others);
  const known = continued ?? findTwin(releases, twins);
  return {
    known,
    label: claim.label ?? known?.label ?? null,
    namesakes: others.filter((release) => release !== known).map(({ label }) => label ?? 'no label'),
  };
}

function findContinued({ label }: DeliveryClaim, others: ClaimedRelease[]): ClaimedRelease | undefined {
  if (label !== null) return others.find((release) => release.label === null && release.sharesFiles);
  const [other, ...more] = others;
  if (!other || (more.length === 0 && other.sharesFiles)) return other;
  throw new DeliveryRefusal(
    'It names no label, and a label has a release with the same UPC or id: name the label, for example with --label.',
  );
}

function findTwin(releases: ClaimedRelease[], twins: TwinChoice): ClaimedRelease | undefined {
  const [twin, ...more] = releases.filter(({ hasIdentity, hasOwner }) => hasOwner && !hasIdentity);
  if (!twin || twins === 'new') return undefined;
  if (twins === 'refuse') throw new TwinRefusal(twin);
  if (more.length > 0) {
    const named = `"${twin.title}" by ${twin.artist} (release ${twin.releaseid})`;
    throw new DeliveryRefusal(
      `The label has ${more.length + 1} releases like ${named}: deliver with the UPC or id of the one to replace.`,
    );
  }
  return twin;
}

/** Returns the ids of packages. @throws DeliveryRefusal when one does not exist and `create` is false */
export async function requirePackages(db: Db, names: string[], create: boolean): Promise<number[]> {
  const found = await findPackages(db, names);
  const missing = found.filter(({ id }) => id === null).map(({ given }) => `"${given}"`);
  if (missing.length > 0 && !create) {
    throw new DeliveryRefusal(
      `There is no package ${missing.join(', ')}: check the spelling, or use --create-packages to make it.`,
    );
  }
  return missing.length > 0
    ? upsertPackages(db, names)
    : [...new Set(found.flatMap(({ id }) => (id === null ? [] : [id])))];
}

/** @throws DeliveryRefusal when a package does not exist, or is neither open nor granted to the label */
export async function requireGrantedPackages(db: Db, labelId: number, names: string[]): Promise<void> {
  const unknown = (await findPackages(db, names)).filter(({ id }) => id === null).map(({ given }) => given);
  const missing = [...unknown, ...(await listMissingGrants(db, labelId, names))];
  if (missing.length > 0)
    throw new DeliveryRefusal(`The label may not deliver to ${missing.map((name) => `"${name}"`).join(', ')}.`);
}
