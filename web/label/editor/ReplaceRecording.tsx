import type { StaffDocument } from '@promenade/contract/label';
import styles from '../../console/sections.module.css';
import { Button } from '../../design/Button.tsx';
import { LazyDialog } from '../../design/lazyPart.ts';
import { useText } from '../../platform/text.ts';
import { UploadArea } from '../deliver/UploadArea.tsx';
import { replaceTrackRecording } from '../deliver/uploadsData.ts';

interface Props {
  release: StaffDocument['release'];
  trackid: string;
  title: string;
  onClose: () => void;
}

/** Uploads another recording of a track. It is made in the background, which its delivery tells. */
export function ReplaceRecording({ release: { releaseid, labelid }, trackid, title, onClose }: Props) {
  const t = useText();
  return (
    <LazyDialog kind="form" title={t('label.replace-recording-of', { title })} onClose={onClose}>
      <p className={styles.hint}>{t('label.replace-recording-hint')}</p>
      <UploadArea
        target={{ labelid: labelid ?? '', releaseid }}
        text={t('label.choose-audio')}
        accept={AUDIO}
        onUploaded={async (uploadid) => {
          await replaceTrackRecording(releaseid, trackid, uploadid);
          onClose();
        }}
      />
      <Button variant="plain" size="small" onClick={onClose}>
        {t('common.cancel')}
      </Button>
    </LazyDialog>
  );
}

const AUDIO = 'audio/*,.wav,.flac,.aif,.aiff,.mp3,.m4a,.ogg,.opus';
