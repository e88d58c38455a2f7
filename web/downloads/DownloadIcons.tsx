import type { Release } from '@promenade/contract/catalogue';
import { useText } from '../platform/text.ts';
import { useDownloadActions } from './downloadActions.ts';
import { FormatButton, StreamOnly } from './FormatButton.tsx';
import { useDownloadOffer } from './optionsData.ts';

/** The downloads of a release as icons for a card, or a hint that it is stream-only (requirement C-GALLERY-07). */
export function DownloadIcons({ release, tabIndex }: { release: Release; tabIndex: number }) {
  const t = useText();
  const download = useDownloadActions();
  const offer = useDownloadOffer(release);
  if (offer === 'stream-only') return <StreamOnly />;
  return (
    offer &&
    (['wav', 'mp3'] as const).map((format) => (
      <FormatButton
        key={format}
        format={format}
        label={t(`download.all-of-${format}`, { title: release.title })}
        tabIndex={tabIndex}
        onClick={() => void download.release(release, format)}
      />
    ))
  );
}
