import { Outbox as Mails } from '../operator/Outbox.tsx';
import { useTitle } from '../platform/pageTitle.ts';
import { useText } from '../platform/text.ts';

/** Mails of this service, for operators. */
export function Outbox() {
  useTitle(useText()('outbox.title'));
  return <Mails />;
}
