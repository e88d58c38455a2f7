import type { Release } from '@promenade/contract/catalogue';
import { SHARE_MESSAGE_MAX } from '@promenade/contract/limits';
import { Info } from 'lucide-react';
import { useId, useState } from 'react';
import { Banner } from '../design/Banner.tsx';
import { Button } from '../design/Button.tsx';
import { Checkbox } from '../design/Checkbox.tsx';
import { classNames } from '../design/classNames.ts';
import { DialogButtons } from '../design/DialogButtons.tsx';
import { FormDialog } from '../design/FormDialog.tsx';
import { Icon } from '../design/Icon.tsx';
import { Skeleton } from '../design/Loading.tsx';
import { TextArea } from '../design/TextField.tsx';
import { getErrorText, getRefusalText } from '../platform/errorText.ts';
import { notify } from '../platform/notices.ts';
import { useText } from '../platform/text.ts';
import { useUnsavedDialog } from '../platform/unsavedQuestion.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import { ConnectionFilter } from './ConnectionFilter.tsx';
import { filterConnections, getConnectionName, isFilterable } from './connections.ts';
import { getConnectionId, shareRelease, useConnections } from './data.ts';
import { InviteButton } from './InviteButton.tsx';
import styles from './NetworkForm.module.css';

interface Draft {
  /** Ids of the chosen connections. */
  chosen: ReadonlySet<string>;
  message: string;
}

/** An account without connections can invite people instead. */
export function ShareDialog({ release, onClose }: { release: Release; onClose: () => void }) {
  const t = useText();
  const { connections } = useConnections();
  const [draft, setDraft] = useState<Draft>({ chosen: new Set(), message: '' });
  const { question, close } = useUnsavedDialog(draft.chosen.size > 0 || draft.message !== '', onClose);
  return (
    <FormDialog title={t('share-release.title', { title: release.title })} question={question} onClose={close}>
      {connections?.length === 0 ? (
        <div className={styles.form}>
          <p className={styles.lead}>{t('network.empty')}</p>
          <p className={styles.lead}>{t('share-release.no-connections')}</p>
          <div>
            <InviteButton />
          </div>
          <DialogButtons confirm={t('common.close')} onConfirm={close} />
        </div>
      ) : (
        <ShareForm release={release} draft={draft} onChange={setDraft} onSent={onClose} onCancel={close} />
      )}
    </FormDialog>
  );
}

interface FormProps {
  release: Release;
  draft: Draft;
  onChange: (draft: Draft) => void;
  onSent: () => void;
  onCancel: () => void;
}

function ShareForm({ release, draft, onChange, onSent, onCancel }: FormProps) {
  const t = useText();
  const { chosen, message } = draft;
  const isInvalid = chosen.size === 0;
  const { submit, isBusy, failure, hasTried } = useSubmit({
    validate: () => (isInvalid ? { players_id: true } : {}),
    send: async () => {
      await shareRelease({ release_id: release.releaseid, players_id: [...chosen], message: message.trim() });
      notify({ category: 'releaseShared' });
      onSent();
    },
  });
  const error = hasTried && isInvalid ? t('share-release.no-connection-selected-error') : undefined;

  return (
    <form noValidate onSubmit={submit}>
      <p className={styles.note}>
        <Icon icon={Info} size={16} />
        {t('share-release.premium')}
      </p>
      {failure !== undefined && (
        <Banner kind="error" title={t('share-release.failed-title')}>
          {getRefusalText(failure) ?? t(getErrorText(failure).message)}
        </Banner>
      )}
      <ConnectionChoice chosen={chosen} onChange={(ids) => onChange({ ...draft, chosen: ids })} error={error} />
      <TextArea
        label={t('share-release.message')}
        rows={3}
        maxLength={SHARE_MESSAGE_MAX}
        value={message}
        counter={t('share-release.counter', { length: message.length, max: SHARE_MESSAGE_MAX })}
        onChange={({ target }) => onChange({ ...draft, message: target.value })}
      />
      <DialogButtons
        confirm={t('share-release.submit')}
        cancel={t('common.cancel')}
        busy={isBusy}
        onCancel={onCancel}
      />
    </form>
  );
}

interface ChoiceProps {
  /** Ids of the chosen connections. */
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  error: string | undefined;
}

/** Checkboxes of the connections; unverified ones are disabled (requirement A-NETWORK-44). */
function ConnectionChoice({ chosen, onChange, error }: ChoiceProps) {
  const t = useText();
  const errorId = useId();
  const { connections, hasFailed, retry } = useConnections();
  const [filter, setFilter] = useState('');
  const matches = connections && filterConnections(connections, filter);
  const toggle = (id: string) => onChange(chosen.has(id) ? chosen.difference(new Set([id])) : new Set([...chosen, id]));
  return (
    <>
      {connections && isFilterable(connections) && <ConnectionFilter value={filter} onChange={setFilter} />}
      <fieldset className={styles.choice} aria-describedby={error && errorId}>
        <legend className={styles.legend}>{t('share-release.to')}</legend>
        <div className={styles.list}>
          {matches?.map((connection) => (
            <div key={getConnectionId(connection)} className={styles.row}>
              <Checkbox
                name="players_id"
                label={getConnectionName(connection)}
                hint={connection.verified ? connection.email : t('network.pending')}
                disabled={!connection.verified}
                checked={chosen.has(getConnectionId(connection))}
                onChange={() => toggle(getConnectionId(connection))}
              />
            </div>
          ))}
          {!connections && !hasFailed && <Skeleton height={40} margin="10px var(--space-4)" />}
          {matches?.length === 0 && <p className={classNames('centered', styles.quiet)}>{t('network.none-found')}</p>}
          {hasFailed && (
            <div className={classNames('centered', styles.quiet)} role="alert">
              <p>{t('network.failed-title')}</p>
              <Button size="small" onClick={retry}>
                {t('network.retry')}
              </Button>
            </div>
          )}
        </div>
        <p id={errorId} className={styles.choiceError} role="alert">
          {error}
        </p>
      </fieldset>
    </>
  );
}
