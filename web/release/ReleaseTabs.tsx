import type { ReleaseDetail } from '@promenade/contract/catalogue';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Tabs, tabId } from '../design/Tabs.tsx';
import { useText } from '../platform/text.ts';
import { Attachments } from './Attachments.tsx';
import { Metadata } from './Metadata.tsx';
import styles from './ReleaseTabs.module.css';
import { Tracklist } from './Tracklist.tsx';
import { TrackSkeletons } from './TrackSkeletons.tsx';

const parts = ['tracklist', 'metadata', 'attachments'] as const;
type Part = (typeof parts)[number];

interface Props {
  /** Undefined while it is on its way. */
  release: ReleaseDetail | undefined;
  trackcount: number;
  className: string | undefined;
}

/** Tracklist, metadata and attachments of a release; the address says which (`?tab=metadata`). */
export function ReleaseTabs({ release, trackcount, className }: Props) {
  const t = useText();
  const panelId = useId();
  const [asked, setAsked] = useSearchParams();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const part = parts.find((one) => one === asked.get('tab')) ?? 'tracklist';
  function select(chosen: Part) {
    const next = new URLSearchParams(asked);
    if (chosen === 'tracklist') next.delete('tab');
    else next.set('tab', chosen);
    // The way back leads to where the release was found, not through its tabs.
    setAsked(next, { replace: true });
  }
  return (
    <div className={className}>
      <Tabs
        label={t('release.parts')}
        tabs={parts.map((id) => ({ id, text: t(`release.${id}`) }))}
        selected={part}
        panelId={panelId}
        onSelect={select}
      />
      <div role="tabpanel" id={panelId} aria-labelledby={tabId(panelId, part)} className={styles.panel}>
        {!release && (
          <ol className={styles.coming}>
            <TrackSkeletons count={trackcount} />
          </ol>
        )}
        {release && part === 'tracklist' && <Tracklist release={release} open={open} onOpen={setOpen} />}
        {release && part === 'metadata' && <Metadata release={release} />}
        {release && part === 'attachments' && <Attachments release={release} />}
      </div>
    </div>
  );
}
