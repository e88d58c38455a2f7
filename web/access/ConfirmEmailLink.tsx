import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { Banner } from '../design/Banner.tsx';
import { notify } from '../platform/notices.ts';
import { useText } from '../platform/text.ts';
import { parseLinkToken } from '../platform/tokens.ts';
import { type LinkKind, useConfirmLink } from './accountData.ts';
import { RefusalBanner } from './ErrorBanner.tsx';

/** Texts by kind of link (requirements A-EMAILS-20 to A-EMAILS-24). */
const texts = {
  merge: {
    busy: 'settings.linking',
    failed: 'emails.add-error',
    successNotice: 'emailSuccessfullyLinked',
    failureNotice: 'emailLinkingFailed',
  },
  split: {
    busy: 'settings.unlinking',
    failed: 'emails.remove-error',
    successNotice: 'emailSuccessfullyUnlinked',
    failureNotice: 'emailUnlinkingFailed',
  },
} as const;

/** Confirms the link in the query of the address (`merge` or `split`) once, then removes it from the address. */
export function ConfirmEmailLink() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const { mutateAsync, isPending, error, variables } = useConfirmLink();
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
        () => notify({ category: texts[kind].successNotice, message: getEmail(token) }),
        () => notify({ category: texts[kind].failureNotice }),
      );
    // Deferred: in development React runs each effect twice and cancels the first run.
    const timer = setTimeout(confirm);
    return () => clearTimeout(timer);
  }, [kind, token, mutateAsync, setQuery]);

  if (!variables) return null;
  if (isPending)
    return <Banner kind="info" title={t(texts[variables.kind].busy, { email: getEmail(variables.token) })} />;
  return error && <RefusalBanner title={t(texts[variables.kind].failed)} failure={error} />;
}

const getEmail = (token: string): string => parseLinkToken(token)?.email ?? '';
