import type { SoundOwner } from '@promenade/contract/operatorService';
import { FiguresTable } from '../catalogue/FiguresTable.tsx';
import { formatTime } from '../console/times.ts';
import { getRefusalText } from '../platform/errorText.ts';
import { useText } from '../platform/text.ts';
import { AccountLink } from './AccountLink.tsx';
import type { TracedSound } from './traceData.ts';

/** The sound of a file that is read, was read, or cannot be. */
export type SoundSearch =
  | { path: string; state: 'running' }
  | { path: string; state: 'large' }
  | { path: string; state: 'failed'; failure: unknown }
  | { path: string; state: 'done'; found: TracedSound };

/** One of three answers: made for an account, perhaps a mix, not readable. Never a ranking. */
export function SoundResult({ sound }: { sound: SoundSearch }) {
  const t = useText();
  const { path: name } = sound;
  if (sound.state === 'running') return <p>{t('trace.sound-progress', { name })}</p>;
  if (sound.state === 'large') return <p>{t('trace.sound-large', { name })}</p>;
  if (sound.state === 'failed')
    return (
      <p>{t('trace.sound-failed', { name, reason: getRefusalText(sound.failure) || t('selection.unavailable') })}</p>
    );
  const { found } = sound;
  if (found.kind === 'unmarked') return null;
  if (found.kind === 'no-sound') return <p>{t('trace.sound-failed', { name, reason: found.reason })}</p>;
  if (found.kind === 'unreadable')
    return <p>{t(`trace.sound-${found.reason}`, { name, count: Math.round(found.seconds) })}</p>;
  if (found.kind === 'mix') {
    const { title, unclear, of, owners } = found;
    return (
      <>
        <p>{t(owners.length > 0 ? 'trace.sound-mix' : 'trace.sound-nobody', { name, title, unclear, of })}</p>
        {owners.map((owner) => (
          <Owner key={owner.playerid} label={t('trace.sound-part')} owner={owner} />
        ))}
      </>
    );
  }
  const { title, from, until, speed, read, of, people, chance, owner } = found;
  const song = { name, title, from: formatClock(from), until: formatClock(until), read, of };
  return (
    <>
      <p>{t('trace.sound-read', { ...song, speed: formatSpeed(speed) })}</p>
      <Owner
        label={t('trace.sound-made-for')}
        owner={owner}
        note={t('trace.sound-chance', { count: people, power: Math.floor(-Math.log10(chance)) })}
      />
    </>
  );
}

const formatClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

const formatSpeed = (speed: number): string => {
  const change = (speed - 1) * 100;
  return Math.abs(change) < 0.005 ? '±0 %' : `${change > 0 ? '+' : ''}${change.toFixed(2)} %`;
};

function Owner({ label, owner, note }: { label: string; owner: SoundOwner; note?: string }) {
  const t = useText();
  const { transfers } = owner;
  return (
    <>
      <p>
        {label} <AccountLink {...owner} />
      </p>
      {note && <p>{note}</p>}
      {transfers.length === 0 ? (
        <p>{t('trace.sound-no-transfers')}</p>
      ) : (
        <FiguresTable
          label={t('trace.sound-transfers')}
          words={1}
          head={[t('operator.time'), t('operator.what'), t('trace.format'), t('operator.network')]}
          rows={transfers.map(({ at, purpose, format, network }, index) => ({
            key: `${at} ${index}`,
            cells: [formatTime(at), purpose, format, network ?? ''],
          }))}
        />
      )}
    </>
  );
}
