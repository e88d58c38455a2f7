import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { Banner } from '../design/Banner.tsx';
import { refusalText } from '../platform/errorText.ts';
import { notify } from '../platform/notices.ts';
import { useText } from '../platform/text.ts';
import { decodeLink } from '../platform/tokens.ts';
import { type LinkKind, useConfirmLink } from './accountData.ts';

/** What is said of a link that merges, and of one that splits (A-EMAILS-20..24). */
const words = {
  merge: {
    busy: 'settings.linking',
    failed: 'emails.add-error',
    done: 'emailSuccessfullyLinked',
    notDone: 'emailLinkingFailed',
  },
  split: {
    busy: 'settings.unlinking',
    failed: 'emails.remove-error',
    done: 'emailSuccessfullyUnlinked',
    notDone: 'emailUnlinkingFailed',
  },
} as const;

/** Uses the link that the address carries as `merge` or `split`, once, and takes it out of the address. */
export function EmailsLink() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const { mutateAsync, isPending, error, variables } = useConfirmLink();
  const kind: LinkKind | undefined = query.has('merge') ? 'merge' : query.has('split') ? 'split' : undefined;
  const token = (kind && query.get(kind)) ?? undefined;

  useEffect(() => {
    if (kind === undefined || token === undefined) return;
    const forget = () =>
      setQuery(
        (asked) => {
          asked.delete(kind);
          return asked;
        },
        { replace: true },
      );
    const post = () =>
      void mutateAsync({ kind, token }, { onSettled: forget }).then(
        () => notify({ category: words[kind].done, message: emailOf(token) }),
        () => notify({ category: words[kind].notDone }),
      );
    // A moment later: an effect that is only rehearsed, as in development, posts nothing.
    const timer = setTimeout(post);
    return () => clearTimeout(timer);
  }, [kind, token, mutateAsync, setQuery]);

  if (variables && isPending)
    return <Banner kind="info" title={t(words[variables.kind].busy, { email: emailOf(variables.token) })} />;
  if (variables && error)
    return (
      <Banner kind="error" title={t(words[variables.kind].failed)}>
        {refusalText(error) ?? t('error.generic-message')}
      </Banner>
    );
  return null;
}

const emailOf = (token: string): string => decodeLink(token)?.email ?? '';
