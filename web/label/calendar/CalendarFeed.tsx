import { useState } from 'react';
import { Refused } from '../../console/Saving.tsx';
import sections from '../../console/sections.module.css';
import { formatTime } from '../../console/times.ts';
import { Button } from '../../design/Button.tsx';
import { LazyDialog } from '../../design/lazyPart.ts';
import { TextField } from '../../design/TextField.tsx';
import { useText } from '../../platform/text.ts';
import { useSubmit } from '../../platform/useSubmit.ts';
import { makeFeed, useCalendarFeed, useEndFeed } from './calendarData.ts';

/** Makes, shows and ends the feed that calendar programs subscribe to. Its address is shown once. */
export function CalendarFeed({ onClose }: { onClose: () => void }) {
  const t = useText();
  const feed = useCalendarFeed();
  const [url, setUrl] = useState<string>();
  const end = useEndFeed();
  const making = useSubmit({
    send: async () => {
      setUrl((await makeFeed()).url);
      await feed.refetch();
    },
  });
  const ending = useSubmit({
    send: async () => {
      await end();
      setUrl(undefined);
    },
  });
  const { since, used } = feed.data ?? { since: null, used: null };
  return (
    <LazyDialog kind="form" title={t('calendar.subscribe')} onClose={onClose}>
      <div className={sections.stack}>
        <p>{t('calendar.feed-about')}</p>
        {since !== null && (
          <p className={sections.hint}>
            {used === null
              ? t('calendar.feed-unused', { since: formatTime(since) })
              : t('calendar.feed-used', { since: formatTime(since), used: formatTime(used) })}
          </p>
        )}
        {url !== undefined && (
          <>
            <TextField
              label={t('calendar.feed-address')}
              value={url}
              readOnly
              onFocus={({ target }) => target.select()}
            />
            <p className={sections.hint} role="status">
              {t('calendar.feed-once')}
            </p>
          </>
        )}
        <Refused failure={making.failure ?? ending.failure} />
        <div className={sections.buttons}>
          {url === undefined && (
            <Button variant="primary" busy={making.isBusy} onClick={() => void making.submit()}>
              {t(since === null ? 'calendar.feed-make' : 'calendar.feed-renew')}
            </Button>
          )}
          {since !== null && (
            <Button busy={ending.isBusy} onClick={() => void ending.submit()}>
              {t('calendar.feed-end')}
            </Button>
          )}
          <Button variant="plain" onClick={onClose}>
            {t('common.close')}
          </Button>
        </div>
      </div>
    </LazyDialog>
  );
}
