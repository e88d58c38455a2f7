import type { Release } from '@promenade/contract/catalogue';
import type { ShelfItem, ShelfPerson } from '@promenade/contract/shelf';
import { RadioTower, SquarePen } from 'lucide-react';
import { ActionsCell, DateCell, TextCell } from '../catalogue/TableCells.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { createReleaseColumns } from '../gallery/table/ReleaseColumns.tsx';
import { type CatalogueColumn, sharedColumns } from '../gallery/table/tableColumns.ts';
import type { Translate } from '../platform/text.ts';

interface Options {
  isCompact: boolean;
  onOpen: ((release: Release) => void) | undefined;
  onEdit: (item: ShelfItem) => void;
  onAir: (item: ShelfItem) => void;
}

/** The columns of a release, and what the company says of it. */
export function createShelfColumns(
  t: Translate,
  { isCompact, onOpen, onEdit, onAir }: Options,
): CatalogueColumn<ShelfItem>[] {
  const shared = createReleaseColumns('table', {
    isCompact,
    isTiny: isCompact,
    onOpen,
    rowActions: undefined,
    hasMusic: false,
  }).filter(({ id }) => id === 'artist' || id === 'title');
  return [
    ...shared,
    {
      id: 'state',
      header: 'shelf.state',
      width: isCompact ? 76 : 92,
      isCompact: true,
      cell: ({ shelf }) => <TextCell text={t(`shelf.state-${shelf.state}`)} />,
    },
    {
      id: 'votes',
      header: 'shelf.votes',
      width: 84,
      isSortable: true,
      cell: ({ shelf }) => (
        <TextCell text={formatVotes(t, shelf.people)} short={formatVotes(t, shelf.people, 'short')} />
      ),
    },
    {
      id: 'people',
      header: 'shelf.people',
      width: 120,
      share: 2,
      cell: ({ shelf }) => (
        <TextCell
          text={shelf.people.map((person) => describePerson(t, person)).join('; ')}
          short={shelf.people.map(({ name }) => name).join(', ')}
        />
      ),
    },
    {
      id: 'show',
      header: 'shelf.show',
      width: 100,
      share: 1,
      isWide: true,
      cell: ({ shelf }) => <TextCell text={shelf.show} />,
    },
    {
      id: 'day',
      header: 'shelf.day',
      width: 100,
      isSortable: true,
      isWide: true,
      cell: ({ shelf }) => shelf.day !== null && <DateCell date={shelf.day} />,
    },
    {
      ...sharedColumns.actions,
      cell: (item, tabIndex) => (
        <ActionsCell>
          <IconButton
            icon={RadioTower}
            size="small"
            label={t('air.on-air', { title: item.title })}
            tabIndex={tabIndex}
            onClick={() => onAir(item)}
          />
          <IconButton
            icon={SquarePen}
            size="small"
            label={t('shelf.edit', { title: item.title })}
            tabIndex={tabIndex}
            aria-haspopup="dialog"
            onClick={() => onEdit(item)}
          />
        </ActionsCell>
      ),
    },
  ];
}

function formatVotes(t: Translate, people: ShelfPerson[], form?: 'short'): string {
  const count = (vote: ShelfPerson['vote']) => people.filter((person) => person.vote === vote).length;
  const counts = { for: count('for'), against: count('against') };
  if (counts.for + counts.against === 0) return '';
  return form ? `+${counts.for} −${counts.against}` : t('shelf.vote-counts', counts);
}

/** What one colleague did, in words. */
export function describePerson(t: Translate, person: ShelfPerson): string {
  const { name, flagged, reaction, downloaded, vote, note } = person;
  const facts = [
    flagged && t('shelf.did-flag'),
    downloaded && t('shelf.did-download'),
    reaction && t(`reaction.${reaction}`),
    vote && t(`shelf.voted-${vote}`),
    note && t('shelf.noted', { note }),
  ].filter(Boolean);
  return t('shelf.did', { name, what: facts.join(', ') });
}
