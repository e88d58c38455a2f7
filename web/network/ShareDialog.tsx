import type { Release } from '@promenade/contract/catalogue';
import { SHARE_MESSAGE_MAX } from '@promenade/contract/limits';
import { Info } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { Banner } from '../design/Banner.tsx';
import { Button } from '../design/Button.tsx';
import { Icon } from '../design/Icon.tsx';
import { LazyDialog } from '../design/LazyDialog.tsx';
import { TextArea } from '../design/TextArea.tsx';
import { refusalText } from '../platform/errorText.ts';
import { logged } from '../platform/logged.ts';
import { notify } from '../platform/notices.ts';
import { useText } from '../platform/text.ts';
import { ConnectionChoice } from './ConnectionChoice.tsx';
import { shareRelease } from './data.ts';
import styles from './NetworkForm.module.css';

/** Passes a release on to chosen connections, with a word if one likes. */
export function ShareDialog({ release, onClose }: { release: Release; onClose: () => void }) {
  const t = useText();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [message, setMessage] = useState('');
  const [hasTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const error = hasTried && chosen.size === 0 ? t('share-release.no-connection-selected-error') : undefined;

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (chosen.size === 0) event.currentTarget.querySelector<HTMLElement>('[type=checkbox]:enabled')?.focus();
    if (chosen.size === 0 || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await shareRelease({ release_id: release.releaseid, players_id: [...chosen], message: message.trim() });
      notify({ category: 'releaseShared' });
      onClose();
    } catch (refused) {
      logged('The release could not be shared', refused);
      setFailure(refused);
      setBusy(false);
    }
  };

  return (
    <LazyDialog kind="form" title={t('share-release.title', { title: release.title })} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <p className={styles.note}>
          <Icon of={Info} size={16} />
          {t('share-release.premium')}
        </p>
        {failure !== undefined && (
          <Banner kind="error" title={t('share-release.failed-title')}>
            {refusalText(failure) ?? t('error.generic-message')}
          </Banner>
        )}
        <ConnectionChoice chosen={chosen} onChange={setChosen} error={error} />
        <TextArea
          label={t('share-release.message')}
          rows={3}
          maxLength={SHARE_MESSAGE_MAX}
          value={message}
          counter={t('share-release.counter', { length: message.length, max: SHARE_MESSAGE_MAX })}
          onChange={(event) => setMessage(event.target.value)}
        />
        <div className={styles.answers}>
          <Button look="plain" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" look="primary" busy={isBusy}>
            {t('share-release.submit')}
          </Button>
        </div>
      </form>
    </LazyDialog>
  );
}
