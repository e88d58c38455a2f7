import { Outbox as Mails } from '../operator/Outbox.tsx';
import { useTitle } from '../platform/pageTitle.ts';
import { useText } from '../platform/text.ts';

/** `/operator/outbox`: what this service mails, for its operators. */
export function Outbox() {
  useTitle(useText()('outbox.title'));
  return <Mails />;
}
