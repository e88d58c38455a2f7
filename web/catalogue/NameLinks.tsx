import type { NamedArtist, Release } from '@promenade/contract/catalogue';
import { type ComponentProps, Fragment } from 'react';
import { Link } from 'react-router';
import { artistPath, labelPath } from '../platform/paths.ts';
import styles from './NameLinks.module.css';

export type Credited = Pick<Release, 'artist' | 'artists'>;
type LinkProps = Pick<ComponentProps<typeof Link>, 'tabIndex' | 'onClick'>;

/** The credit of a release or song, in which the name of each artist leads to its page. */
export function ArtistLinks({ of: { artist, artists }, ...link }: { of: Credited } & LinkProps) {
  return (
    <bdi>
      {splitCredit(artist, artists).map(({ text, artistid }, index) =>
        artistid === undefined ? (
          <Fragment key={index}>{text}</Fragment>
        ) : (
          <Link key={index} to={artistPath(artistid)} className={styles.link} {...link}>
            {text}
          </Link>
        ),
      )}
    </bdi>
  );
}

/** The names of labels, each of which leads to its page. */
export function LabelLinks({ labels, ...link }: Pick<Release, 'labels'> & LinkProps) {
  return labels.map(({ labelid, name }, index) => (
    <Fragment key={labelid}>
      {index > 0 && ', '}
      <Link to={labelPath(labelid)} className={styles.link} {...link}>
        <bdi>{name}</bdi>
      </Link>
    </Fragment>
  ));
}

interface CreditPart {
  text: string;
  /** Of the artist that the text names. */
  artistid?: string;
}

/** The parts of a credit, such as "A", " feat. " and "B". A longer name is found before one that is part of it. */
export function splitCredit(credit: string, artists: readonly NamedArtist[]): CreditPart[] {
  if (credit === '') return [];
  const [artist, ...others] = artists.toSorted((a, b) => b.name.length - a.name.length);
  if (!artist) return [{ text: credit }];
  const { artistid, name } = artist;
  const start = findName(credit, name);
  if (start < 0) return splitCredit(credit, others);
  const end = start + name.length;
  return [
    ...splitCredit(credit.slice(0, start), others),
    { text: credit.slice(start, end), artistid },
    ...splitCredit(credit.slice(end), others),
  ];
}

const LETTER_BEFORE = /[\p{Lu}\p{Ll}\p{N}]$/u;
const LETTER_AFTER = /^[\p{Lu}\p{Ll}\p{N}]/u;

/** -1 for a name that is only a part of a word; scripts without capital letters may have no spaces. */
function findName(credit: string, name: string): number {
  // Most credits are one name, and compiling the expression below takes longer than rendering a card.
  if (credit === name) return 0;
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
  for (const { index, 0: found } of credit.matchAll(new RegExp(escaped, 'giu'))) {
    const [before, after] = [credit.slice(0, index), credit.slice(index + found.length)];
    if (!LETTER_BEFORE.test(before) && !LETTER_AFTER.test(after)) return index;
  }
  return -1;
}
