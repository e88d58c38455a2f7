import type { Release } from '@promenade/contract/catalogue';
import { CONTACT_MESSAGE_MAX } from '@promenade/contract/limits';
import { comment, commentTypes } from '@promenade/contract/network';
import { type SubmitEvent, useState } from 'react';
import { Banner } from '../design/Banner.tsx';
import { Button } from '../design/Button.tsx';
import { LazyDialog } from '../design/LazyDialog.tsx';
import { Select } from '../design/Select.tsx';
import { TextArea } from '../design/TextArea.tsx';
import { TextField } from '../design/TextField.tsx';
import { fieldErrors, focusFirst } from '../platform/fieldErrors.ts';
import { logged } from '../platform/logged.ts';
import { notify } from '../platform/notices.ts';
import { useAccount } from '../platform/session.ts';
import { type TextKey, useText } from '../platform/text.ts';
import { sendContact } from './data.ts';
import styles from './NetworkForm.module.css';

/** In the order of their ids, from 1. */
const typeTexts: Record<(typeof commentTypes)[number], TextKey> = {
  'feedback to artist/label': 'contact.type-feedback',
  'additional promo materials': 'contact.type-promo-materials',
  'additional music': 'contact.type-music',
  interview: 'contact.type-interview',
  'WAV/MP3 file for stream-only releases': 'contact.type-file',
  'different song version': 'contact.type-version',
  'artist liner': 'contact.type-liner',
  other: 'contact.type-other',
};
const words = {
  player_email: { empty: 'signin.email-required', wrong: 'signin.email-invalid' },
  comment_type_id: { empty: 'contact.request-type-required' },
  comment_text: { empty: 'common.required' },
} as const;

/** Writes to the label of a release, from the address that is in use. */
export function ContactDialog({ release, onClose }: { release: Release; onClose: () => void }) {
  const t = useText();
  const player_email = useAccount()?.username ?? '';
  const [typed, setTyped] = useState({ comment_type_id: '', comment_text: '' });
  const [hasTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const values = { player_email, ...typed };
  const errors = hasTried ? fieldErrors(comment.body, values, words) : {};

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const refused = fieldErrors(comment.body, values, words);
    focusFirst(event.currentTarget, refused);
    if (isBusy || Object.keys(refused).length > 0) return;
    setBusy(true);
    setFailed(false);
    try {
      const comment_type = commentTypes[Number(typed.comment_type_id) - 1] ?? '';
      await sendContact(release.releaseid, { ...values, comment_type });
      notify({ category: 'contactRequestSent' });
      onClose();
    } catch (failure) {
      logged('The contact request could not be sent', failure);
      setFailed(true);
      setBusy(false);
    }
  };

  return (
    <LazyDialog kind="form" title={t('contact.title')} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <p className={styles.lead}>{t('contact.about', { title: release.title, artist: release.artist })}</p>
        {hasFailed && (
          <Banner kind="error" title={t('contact.contact-request-failed.title')}>
            {t('contact.contact-request-failed.body')}
          </Banner>
        )}
        <TextField
          label={t('common.email')}
          name="player_email"
          type="email"
          value={player_email}
          readOnly
          error={errors.player_email && t(errors.player_email)}
        />
        <Select
          label={t('contact.request-type')}
          name="comment_type_id"
          autoFocus
          value={typed.comment_type_id}
          options={commentTypes.map((type, at) => ({ value: String(at + 1), text: t(typeTexts[type]) }))}
          placeholder={t('contact.choose')}
          onChange={(event) => setTyped({ ...typed, comment_type_id: event.target.value })}
          error={errors.comment_type_id && t(errors.comment_type_id)}
        />
        <TextArea
          label={t('contact.message')}
          name="comment_text"
          maxLength={CONTACT_MESSAGE_MAX}
          value={typed.comment_text}
          counter={t('contact.counter', { length: typed.comment_text.length, max: CONTACT_MESSAGE_MAX })}
          onChange={(event) => setTyped({ ...typed, comment_text: event.target.value })}
          error={errors.comment_text && t(errors.comment_text)}
        />
        <div className={styles.answers}>
          <Button look="plain" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" look="primary" busy={isBusy}>
            {t('contact.submit')}
          </Button>
        </div>
      </form>
    </LazyDialog>
  );
}
