import { LINE_MAX, MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { type Shelf, type ShelfItem, type ShelfSort, ShelfState, shelf as shelfRoute } from '@promenade/contract/shelf';
import { LibraryBig } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Failed } from '../catalogue/Failed.tsx';
import { ListenThrough } from '../catalogue/ListenThrough.tsx';
import { ListLinks } from '../catalogue/ListLinks.tsx';
import { PrintedPart } from '../catalogue/PrintedPart.tsx';
import { Toolbar } from '../catalogue/Toolbar.tsx';
import { Button } from '../design/Button.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { PageHeader } from '../design/PageHeader.tsx';
import { SearchField } from '../design/SearchField.tsx';
import { Select } from '../design/Select.tsx';
import { useScroller } from '../design/scroller.ts';
import { formatSort, parseSort } from '../design/sortRows.ts';
import { ListButtons } from '../downloads/ListButtons.tsx';
import { useInfiniteScroll } from '../gallery/infiniteScroll.ts';
import { ListSkeleton } from '../gallery/Skeletons.tsx';
import { CatalogueTable } from '../gallery/table/CatalogueTable.tsx';
import { notifyFailure } from '../platform/notifyFailure.ts';
import { useSetParams } from '../platform/searchParams.ts';
import { useTokenClaims } from '../platform/session.ts';
import { useSettings } from '../platform/settingsStore.ts';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import { ReleasePopup, useOpenedRelease } from '../release/ReleasePopup.tsx';
import { ListSelection } from '../selection/ListSelection.tsx';
import { SelectButton } from '../selection/SelectButton.tsx';
import { useSelectedIds } from '../selection/selectionStore.ts';
import { type ShelfDecision, type ShelfQuery, useDecideShelf, useShelf, useVoteShelf } from './data.ts';
import { useOnAir } from './OnAir.tsx';
import { PlayedSongsDialog } from './PlayedSongs.tsx';
import styles from './Shelf.module.css';
import { createShelfColumns } from './ShelfColumns.tsx';
import { ShelfEntryDialog } from './ShelfEntryDialog.tsx';
import { getShelfAction } from './shelfKeys.ts';

/** The shelf as a table: filters in the address, keys and a selection that decide. */
export function ShelfList({ membership }: { membership: Shelf }) {
  const t = useText();
  const { query, set } = useShelfParams();
  const list = useShelf(query);
  const popup = useOpenedRelease();
  useInfiniteScroll(useScroller(), list);
  const isCompact = useBelow(MOBILE_BELOW_PX);
  const selected = useSelectedIds();
  const [edited, setEdited] = useState<string>();
  const change = useShelfChanges();
  const page = useRef<HTMLDivElement>(null);
  const { tellOnAir, airDialog } = useOnAir();
  useShelfKeys(page, list.items, { ...change, edit: ({ releaseid }) => setEdited(releaseid), air: tellOnAir });
  const [played, setPlayed] = useState<{ file?: File }>();

  const columns = useMemo(
    () =>
      createShelfColumns(t, {
        isCompact,
        onOpen: popup.onOpen,
        onEdit: ({ releaseid }) => setEdited(releaseid),
        onAir: tellOnAir,
      }),
    [t, isCompact, popup.onOpen, tellOnAir],
  );
  const item = list.items.find(({ releaseid }) => releaseid === edited);
  const chosen = list.items.filter(({ releaseid }) => selected?.has(releaseid));
  const { state = '', show = '', person = '', filter = '' } = query;
  const isFiltered = [state, show, person, filter].some(Boolean);
  return (
    <div
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files;
        if (!file) return;
        event.preventDefault();
        setPlayed({ file });
      }}
    >
      <div ref={page} className={styles.page} role="group" aria-label={t('shelf.title')} tabIndex={-1}>
        <PageHeader
          title={t('shelf.title')}
          total={list.status === 'done' && t('library.total', { count: list.total })}
          links={<ListLinks />}
        >
          <ListenThrough source={{ kind: 'shelf', query }} total={list.total} />
          <ListButtons size="small" source={{ kind: 'shelf', query }} disabled={list.total === 0} />
          <Button size="small" onClick={() => setPlayed({})}>
            {t('air.log')}
          </Button>
          <SelectButton />
        </PageHeader>
        <p className={styles.hint}>
          {t('shelf.of', { company: membership.company })} {!isCompact && t('shelf.row-keys')}
        </p>
        <Toolbar>
          <SearchField
            label={t('shelf.find')}
            value={filter}
            maxLength={LINE_MAX}
            onSearch={(words) => set({ filter: words })}
          />
          <Select
            label={t('shelf.state')}
            placeholder={t('shelf.any-state')}
            value={state}
            options={ShelfState.options.map((value) => ({ value, text: t(`shelf.state-${value}`) }))}
            onChange={({ target }) => set({ state: target.value })}
          />
          {(membership.shows.length > 0 || show !== '') && (
            <Select
              label={t('shelf.show')}
              className={styles.filter}
              placeholder={t('shelf.any-show')}
              value={show}
              options={[...new Set([...membership.shows, ...(show ? [show] : [])])].map((name) => ({
                value: name,
                text: name,
              }))}
              onChange={({ target }) => set({ show: target.value })}
            />
          )}
          <PersonFilter membership={membership} person={person} onChange={(playerid) => set({ person: playerid })} />
        </Toolbar>
        {selected && (
          <div className={styles.buttons}>
            {ShelfState.options.map((value) => (
              <Button
                key={value}
                size="small"
                disabled={chosen.length === 0}
                onClick={() => void change.decide(chosen, { state: value })}
              >
                {t(`shelf.state-${value}`)}
              </Button>
            ))}
          </div>
        )}
        <PrintedPart list={list} />
        {list.status === 'loading' && <ListSkeleton />}
        {list.status === 'error' && <Failed title={t('shelf.failed')} onRetry={() => void list.refetch()} />}
        {list.status === 'done' && list.items.length === 0 && (
          <EmptyState
            icon={LibraryBig}
            title={t(isFiltered ? 'shelf.none-found' : 'shelf.empty-title')}
            hint={t(isFiltered ? 'shelf.none-found-hint' : 'shelf.empty-hint')}
          />
        )}
        {list.items.length > 0 && (
          <CatalogueTable
            kind="releases"
            label={t('shelf.title')}
            columns={columns}
            rows={list.items}
            rowKey={({ releaseid }) => releaseid}
            total={list.total}
            isLoadingMore={list.isFetchingNextPage}
            selected={selected}
            renderAfter={(rows) => <ListSelection releases={rows} />}
            order={{
              sort: parseSort(query.sort ?? '-at'),
              onSort: (next) => set({ sort: formatSort(next) }),
            }}
          />
        )}
        {list.isFetchNextPageError && <Failed title={t('shelf.failed')} onRetry={() => void list.fetchNextPage()} />}
        <ReleasePopup {...popup} />
        {airDialog}
        {played && <PlayedSongsDialog {...played} company={membership.company} onClose={() => setPlayed(undefined)} />}
        {item && <ShelfEntryDialog item={item} shows={membership.shows} onClose={() => setEdited(undefined)} />}
      </div>
    </div>
  );
}

function PersonFilter({
  membership,
  person,
  onChange,
}: {
  membership: Shelf;
  person: string;
  onChange: (playerid: string) => void;
}) {
  const t = useText();
  const own = useTokenClaims()?.playerid ?? '';
  return (
    <Select
      label={t('shelf.person')}
      placeholder={t('shelf.everybody')}
      value={person}
      options={[
        { value: own, text: t('shelf.you') },
        ...membership.people.map(({ playerid, name }) => ({ value: playerid, text: name })),
      ]}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

const sorts = shelfRoute.query.shape.sort;

/** Filters and order are in the address. */
function useShelfParams() {
  const [params] = useSearchParams();
  const set = useSetParams();
  const query = useMemo((): ShelfQuery => {
    const get = (name: string) => params.get(name)?.slice(0, LINE_MAX) || undefined;
    const [show, person, filter] = [get('show'), get('person'), get('filter')];
    const { data: state } = ShelfState.safeParse(params.get('state'));
    const sort: ShelfSort = sorts.safeParse(params.get('sort') ?? undefined).data ?? '-at';
    return {
      sort,
      ...(state && { state }),
      ...(show && { show }),
      ...(person && { person }),
      ...(filter && { filter }),
    };
  }, [params]);
  return { query, set };
}

/** Changes whose failure is shown. */
function useShelfChanges() {
  const decide = useDecideShelf();
  const vote = useVoteShelf();
  const own = useTokenClaims()?.playerid;
  const ownOf = ({ shelf: { people } }: ShelfItem) => people.find(({ playerid }) => playerid === own);
  return {
    decide: (items: ShelfItem[], decision: ShelfDecision) =>
      decide(
        items.map(({ releaseid }) => releaseid),
        decision,
      ).catch(notifyFailure),
    /** The same vote again takes it back; the note stays. */
    vote: (item: ShelfItem, next: 'for' | 'against') => {
      const { vote: before = null, note = '' } = ownOf(item) ?? {};
      return vote(item.releaseid, { vote: before === next ? null : next, note }).catch(notifyFailure);
    },
  };
}

interface ShelfKeyActions extends ReturnType<typeof useShelfChanges> {
  edit: (item: ShelfItem) => void;
  air: (item: ShelfItem) => void;
}

/** The keys of the row that has the focus. */
function useShelfKeys(
  page: React.RefObject<HTMLElement | null>,
  items: readonly ShelfItem[],
  { decide, vote, edit, air }: ShelfKeyActions,
): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-key]') : null;
    const item = items.find(({ releaseid }) => releaseid === row?.dataset.key);
    const action = item && getShelfAction(event, useSettings.getState().hasLetterKeys);
    if (!item || action === undefined) return;
    event.preventDefault();
    if (action === 'edit') edit(item);
    else if (action === 'air') air(item);
    else if ('state' in action) void decide([item], action);
    else void vote(item, action.vote);
  });
  useEffect(() => {
    const element = page.current;
    element?.addEventListener('keydown', handle);
    return () => element?.removeEventListener('keydown', handle);
  }, [page]);
}
