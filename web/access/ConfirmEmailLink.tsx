import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Banner } from '../design/Banner.tsx';
import { Button } from '../design/Button.tsx';
import { getRefusalCode } from '../platform/errorText.ts';
import { notify } from '../platform/notices.ts';
import { notifyFailure } from '../platform/notifyFailure.ts';
import { useText } from '../platform/text.ts';
import { parseLinkToken } from '../platform/tokens.ts';
import { type LinkKind, useConfirmLink, useProfile } from './accountData.ts';
import { AddEmailDialog, UnlinkDialog } from './EmailList.tsx';
import { RefusalBanner } from './ErrorBanner.tsx';

/** Texts by kind of link (requirements A-EMAILS-20 to A-EMAILS-24). */
const texts = {
  merge: {
    busy: 'settings.linking',
    already: 'settings.linked-already',
    failed: 'emails.add-error',
    successNotice: 'emailSuccessfullyLinked',
    failureNotice: 'emailLinkingFailed',
  },
  split: {
    busy: 'settings.unlinking',
    already: 'settings.unlinked-already',
    failed: 'emails.remove-error',
    successNotice: 'emailSuccessfullyUnlinked',
    failureNotice: 'emailUnlinkingFailed',
  },
} as const;

/** Confirms the link in the query of the address (`merge` or `split`) once, then removes it from the address. */
export function ConfirmEmailLink() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const { mutateAsync, isPending, data, error, variables } = useConfirmLink();
  const kind: LinkKind | undefined = query.has('merge') ? 'merge' : query.has('split') ? 'split' : undefined;
  const token = (kind && query.get(kind)) ?? undefined;

  useEffect(() => {
    if (kind === undefined || token === undefined) return;
    const removeFromAddress = () =>
      setQuery(
        (current) => {
          current.delete(kind);
          return current;
        },
        { replace: true },
      );
    const confirm = () =>
      void mutateAsync({ kind, token }, { onSettled: removeFromAddress }).then(
        (result) => result === 'confirmed' && notify({ category: texts[kind].successNotice, message: getEmail(token) }),
        (failure: unknown) => notifyFailure(failure, { category: texts[kind].failureNotice }),
      );
    // Deferred: in development React runs each effect twice and cancels the first run.
    const timer = setTimeout(confirm);
    return () => clearTimeout(timer);
  }, [kind, token, mutateAsync, setQuery]);

  if (!variables) return null;
  const { busy, already } = texts[variables.kind];
  const email = getEmail(variables.token);
  if (isPending) return <Banner kind="info" title={t(busy, { email })} />;
  if (data === 'already')
    return (
      <Banner kind="info" title={t(already, { email })} isNameFirst>
        {t('settings.link-used')}
      </Banner>
    );
  return error && <LinkFailure {...variables} failure={error} />;
}

/** Why a link did not work, and the way to a new one when it has expired. */
function LinkFailure({ kind, token, failure }: { kind: LinkKind; token: string; failure: unknown }) {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  const emails = useProfile().data?.emails ?? [];
  const { email = '', account } = parseLinkToken(token) ?? {};
  const title = t(texts[kind].failed);
  const code = getRefusalCode(failure);
  if (code === 'INVALID_TOKEN')
    return (
      <Banner kind="error" title={title}>
        {account ? t('settings.link-not-yours', { account }) : t('settings.link-invalid')}
      </Banner>
    );
  if (code !== 'TOKEN_EXPIRED') return <RefusalBanner title={title} failure={failure} />;
  return (
    <Banner kind="error" title={title}>
      <p>{t('settings.link-expired')}</p>
      <Button size="small" onClick={() => setAsking(true)}>
        {t('settings.link-new')}
      </Button>
      {isAsking && kind === 'merge' && (
        <AddEmailDialog emails={emails} initialEmail={email} onClose={() => setAsking(false)} />
      )}
      {isAsking && kind === 'split' && <UnlinkDialog email={email} onClose={() => setAsking(false)} />}
    </Banner>
  );
}

const getEmail = (token: string): string => parseLinkToken(token)?.email ?? '';
