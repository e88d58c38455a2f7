import type { ReleaseDetail } from '@promenade/contract/catalogue';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Tabs, tabId } from '../design/Tabs.tsx';
import { useSetParams } from '../platform/searchParams.ts';
import { useText } from '../platform/text.ts';
import { Attachments } from './Attachments.tsx';
import { Metadata } from './Metadata.tsx';
import styles from './ReleaseTabs.module.css';
import { Tracklist } from './Tracklist.tsx';
import { TrackList, TrackSkeletons } from './TrackRow.tsx';

const tabs = ['tracklist', 'metadata', 'attachments'] as const;

interface Props {
  /** Undefined while loading. */
  release: ReleaseDetail | undefined;
  trackcount: number;
  className: string | undefined;
}

/** Tracklist, metadata and attachments; the selected tab is in the URL (`?tab=metadata`). */
export function ReleaseTabs({ release, trackcount, className }: Props) {
  const t = useText();
  const panelId = useId();
  const [searchParams] = useSearchParams();
  const set = useSetParams();
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const selected = tabs.find((tab) => tab === searchParams.get('tab')) ?? 'tracklist';
  return (
    <div className={className}>
      <Tabs
        label={t('release.parts')}
        tabs={tabs.map((id) => ({ id, text: t(`release.${id}`) }))}
        selected={selected}
        panelId={panelId}
        // Back leads to the previous page, not through the tabs.
        onSelect={(tab) => set({ tab: tab === 'tracklist' ? '' : tab })}
      />
      <div role="tabpanel" id={panelId} aria-labelledby={tabId(panelId, selected)} className={styles.panel}>
        {!release && (
          <TrackList className={styles.loading}>
            <TrackSkeletons count={trackcount} />
          </TrackList>
        )}
        {release && selected === 'tracklist' && (
          <Tracklist release={release} expanded={expanded} onExpandedChange={setExpanded} />
        )}
        {release && selected === 'metadata' && <Metadata release={release} />}
        {release && selected === 'attachments' && <Attachments release={release} />}
      </div>
    </div>
  );
}
