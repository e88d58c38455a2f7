import { LibraryBig } from 'lucide-react';
import { Failed } from '../catalogue/Failed.tsx';
import { ListLinks } from '../catalogue/ListLinks.tsx';
import { Button } from '../design/Button.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { PageHeader } from '../design/PageHeader.tsx';
import { ListSkeleton } from '../gallery/Skeletons.tsx';
import { notifyFailure } from '../platform/notifyFailure.ts';
import { useTitle } from '../platform/pageTitle.ts';
import { useText } from '../platform/text.ts';
import { useMembership, useShareShelf } from './data.ts';
import styles from './Shelf.module.css';
import { ShelfList } from './ShelfList.tsx';

/** What colleagues of one company choose together; without sharing it, what that means. */
export function Shelf() {
  const t = useText();
  useTitle(t('shelf.title'), false);
  const { data: membership, isError, refetch } = useMembership();
  const share = useShareShelf();
  if (membership?.ison) return <ShelfList membership={membership} />;
  return (
    <div className={styles.page}>
      <PageHeader title={t('shelf.title')} links={<ListLinks />} isShort />
      {!membership && !isError && <ListSkeleton />}
      {!membership && isError && <Failed title={t('shelf.failed')} onRetry={() => void refetch()} />}
      {membership?.company === '' && (
        <EmptyState icon={LibraryBig} title={t('shelf.no-company-title')} hint={t('shelf.no-company')} />
      )}
      {membership && membership.company !== '' && (
        <EmptyState
          icon={LibraryBig}
          title={t('shelf.off-title', { company: membership.company })}
          hint={t('shelf.what')}
        >
          <Button
            variant="primary"
            busy={share.isPending}
            onClick={() => share.mutate(true, { onError: (failure) => notifyFailure(failure) })}
          >
            {t('shelf.share')}
          </Button>
        </EmptyState>
      )}
    </div>
  );
}
