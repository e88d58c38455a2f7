import { useCallback, useEffect, useState } from 'react';
import { refusalCode } from '../platform/errorText.ts';
import { subscription, unsubscribe } from './mailingData.ts';

type Mailing = Awaited<ReturnType<typeof unsubscribe>>;

/** What the link of a mail is about, and how its mails end. */
export function useMailing(token: string) {
  const [mailing, setMailing] = useState<Mailing>();
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const [isStopped, setStopped] = useState(false);
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    subscription(token, leaving.signal).then(setMailing, (refused: unknown) => {
      if (!leaving.signal.aborted) setFailure(refused);
    });
    return () => leaving.abort();
  }, [token, looks]);
  const look = useCallback(() => {
    setFailure(undefined);
    setLooks((before) => before + 1);
  }, []);
  const stop = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      setMailing(await unsubscribe(token));
      setStopped(true);
    } catch (refused) {
      setFailure(refused);
    }
    setBusy(false);
  };
  const code = refusalCode(failure);
  const isRefused = code === 'INVALID_TOKEN' || code === 'TOKEN_EXPIRED';
  return { mailing, failure, isRefused, isBusy, isStopped, look, stop };
}
