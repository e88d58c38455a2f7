import { DECISIONS_AT_ONCE_MAX } from '@promenade/contract/limits';
import { getRefusalCode, isTemporary } from '../platform/errorText.ts';
import { logError } from '../platform/logError.ts';
import { createBackoff } from '../player/engine/backoff.ts';
import type { useSendSteps } from './data.ts';
import { changeDesk, getDesk } from './deskStore.ts';
import { cancelSending, finishSending, getDecisionId, startSending } from './run.ts';

export type SendSteps = ReturnType<typeof useSendSteps>;
type Refused = Awaited<ReturnType<SendSteps>>;

/**
 * Sends the waiting steps of a run in their order, one call at a time, also after the desk was left. A call without an
 * answer is repeated with growing delays and when the browser is online again.
 */
export function createSender(runid: string, send: SendSteps, onRefused: (refused: Refused) => void) {
  const backoff = createBackoff(() => void sendWaiting());
  async function sendWaiting(): Promise<void> {
    const desk = getDesk(runid);
    const started = desk && startSending(desk, DECISIONS_AT_ONCE_MAX);
    if (!started || started === desk) return;
    changeDesk(runid, () => started);
    const steps = started.waiting.slice(0, started.sending);
    let refused: Refused;
    try {
      refused = await send(runid, steps);
    } catch (failure) {
      const code = getRefusalCode(failure);
      if (isTemporary(failure) || code === 'TOO_MANY_REQUESTS' || code === 'UNAUTHENTICATED') {
        changeDesk(runid, cancelSending);
        return backoff.schedule();
      }
      logError('The desk could not send a step', failure);
      refused = steps.flatMap((step) => ({ id: getDecisionId(step) ?? '', code: code ?? 'UNEXPECTED' }));
    }
    backoff.cancel();
    changeDesk(runid, (current) =>
      finishSending(
        current,
        refused.map(({ id }) => id),
      ),
    );
    if (refused.length > 0) onRefused(refused);
    return sendWaiting();
  }
  return sendWaiting;
}
