import { API_TOKEN_DAYS, API_TOKEN_DAYS_MAX } from '@promenade/contract/limits';
import type { ApiToken } from '@promenade/contract/tokens';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../design/Button.tsx';
import { ConfirmDialog } from '../design/ConfirmDialog.tsx';
import { DialogButtons } from '../design/DialogButtons.tsx';
import { FormDialog } from '../design/FormDialog.tsx';
import { Select } from '../design/Select.tsx';
import { TextField } from '../design/TextField.tsx';
import { listRefusedFields } from '../platform/errorText.ts';
import { formatLongDate } from '../platform/format.ts';
import { notifyFailure } from '../platform/notifyFailure.ts';
import { getLanguage, type TextKey, useText } from '../platform/text.ts';
import { useUnsavedDialog } from '../platform/unsavedQuestion.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import styles from './Account.module.css';
import { ConfirmPassword, isPasswordNeeded } from './ConfirmPassword.tsx';
import { RefusalBanner } from './ErrorBanner.tsx';
import { useApiTokens, useCreateApiToken, useRevokeApiToken } from './tokenData.ts';

const lifetimes = [30, API_TOKEN_DAYS, API_TOKEN_DAYS_MAX];

/** Personal access tokens for scripts of label staff and operators (requirements decision 42). */
export function ApiTokens() {
  const t = useText();
  const { data } = useApiTokens();
  const revoking = useRevokeApiToken();
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiToken>();
  const format = (date: string) => formatLongDate(date, getLanguage());
  return (
    <section className={styles.panel} aria-labelledby="api-tokens">
      <div className={styles.words}>
        <h2 id="api-tokens" className={styles.heading}>
          {t('tokens.title')}
        </h2>
        <p className={styles.hint}>{t('tokens.hint')}</p>
        <p>
          <a href="/api/docs" target="_blank" rel="noopener" className={styles.link}>
            {t('tokens.docs')}
          </a>
        </p>
      </div>
      <ul className={styles.words} aria-labelledby="api-tokens">
        {data?.items.map((token) => (
          <li key={token.tokenid} className={styles.person}>
            <p className={styles.words}>
              <bdi className={styles.link}>{token.name}</bdi>
              <span className={styles.hint}>
                {new Date(token.expires) > new Date()
                  ? t('tokens.expires', { date: format(token.expires) })
                  : t('tokens.expired', { date: format(token.expires) })}
                {' · '}
                {token.used === null ? t('tokens.unused') : t('tokens.used', { date: format(token.used) })}
              </span>
            </p>
            <Button aria-label={t('tokens.revoke-name', { name: token.name })} onClick={() => setRevoked(token)}>
              {t('tokens.revoke')}
            </Button>
          </li>
        ))}
      </ul>
      <Button icon={Plus} className={styles.add} onClick={() => setCreating(true)}>
        {t('tokens.create')}
      </Button>
      {isCreating && <CreateTokenDialog onClose={() => setCreating(false)} />}
      {revoked && (
        <ConfirmDialog
          title={t('tokens.revoke-title', { name: revoked.name })}
          message={t('tokens.revoke-message')}
          confirmLabel={t('tokens.revoke')}
          cancelLabel={t('common.cancel')}
          busy={revoking.isPending}
          onConfirm={() =>
            revoking.mutate(revoked.tokenid, {
              onError: (failure) => notifyFailure(failure),
              onSettled: () => setRevoked(undefined),
            })
          }
          onCancel={() => setRevoked(undefined)}
        />
      )}
    </section>
  );
}

/** Asks for the password when the server does; shows the new token, which nobody can read again. */
function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const create = useCreateApiToken();
  const [created, setCreated] = useState<Awaited<ReturnType<typeof create>>>();
  const [name, setName] = useState('');
  const [days, setDays] = useState(API_TOKEN_DAYS);
  const [password, setPassword] = useState('');
  const [needsPassword, setNeedsPassword] = useState(false);
  const { submit, isBusy, isSent, failure, errors } = useSubmit<{ name?: TextKey; password?: TextKey }>({
    validate: () => ({
      ...(name.trim() === '' && { name: 'common.required' as const }),
      ...(needsPassword && password === '' && { password: 'signin.password-invalid' as const }),
    }),
    send: async () => {
      try {
        setCreated(await create({ name, days, ...(password !== '' && { password }) }));
      } catch (reason) {
        if (isPasswordNeeded(reason)) setNeedsPassword(true);
        throw reason;
      }
    },
    errorsOf: (reason) => (listRefusedFields(reason).includes('password') ? { password: 'emails.password-wrong' } : {}),
  });
  const { question, close } = useUnsavedDialog(!isSent && (name !== '' || password !== ''), onClose);
  const problem = isPasswordNeeded(failure) || errors.password ? undefined : failure;
  if (created)
    return (
      <ConfirmDialog
        title={t('tokens.created')}
        message={t('tokens.once')}
        confirmLabel={t('common.close')}
        onConfirm={onClose}
        onCancel={onClose}
      >
        <TextField
          label={created.name}
          readOnly
          value={created.token}
          onFocus={(event) => event.currentTarget.select()}
        />
      </ConfirmDialog>
    );
  return (
    <FormDialog title={t('tokens.create')} question={question} onClose={close}>
      <form noValidate onSubmit={submit}>
        {problem !== undefined && <RefusalBanner title={t('tokens.failed')} failure={problem} />}
        <TextField
          label={t('tokens.name')}
          name="name"
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={errors.name && t(errors.name)}
          autoFocus
        />
        <Select
          label={t('tokens.lifetime')}
          options={lifetimes.map((count) => ({ value: String(count), text: t('tokens.days', { count }) }))}
          value={String(days)}
          onChange={(event) => setDays(Number(event.target.value))}
        />
        {needsPassword && (
          <ConfirmPassword value={password} onChange={setPassword} error={errors.password && t(errors.password)} />
        )}
        <DialogButtons
          confirm={t('tokens.create')}
          cancel={t('common.cancel')}
          busy={isBusy}
          className={styles.answers}
          onCancel={close}
        />
      </form>
    </FormDialog>
  );
}
