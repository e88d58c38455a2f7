import type { Release } from '@promenade/contract/catalogue';
import { CONTACT_MESSAGE_MAX } from '@promenade/contract/limits';
import { comment, contactRequestTypes } from '@promenade/contract/network';
import { useState } from 'react';
import { Banner } from '../design/Banner.tsx';
import { DialogButtons } from '../design/DialogButtons.tsx';
import { FormDialog } from '../design/FormDialog.tsx';
import { Select } from '../design/Select.tsx';
import { TextArea, TextField } from '../design/TextField.tsx';
import { getRefusalText } from '../platform/errorText.ts';
import { validateFields } from '../platform/fieldErrors.ts';
import { notify } from '../platform/notices.ts';
import { useTokenClaims } from '../platform/session.ts';
import { type TextKey, useText } from '../platform/text.ts';
import { useUnsavedDialog } from '../platform/unsavedQuestion.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import { sendContactRequest } from './data.ts';
import styles from './NetworkForm.module.css';

const typeTexts: Record<(typeof contactRequestTypes)[number], TextKey> = {
  'feedback to artist/label': 'contact.type-feedback',
  'additional promo materials': 'contact.type-promo-materials',
  'additional music': 'contact.type-music',
  interview: 'contact.type-interview',
  'WAV/MP3 file for stream-only releases': 'contact.type-file',
  'different song version': 'contact.type-version',
  'artist liner': 'contact.type-liner',
  other: 'contact.type-other',
};
const fieldTexts = {
  player_email: { empty: 'signin.email-required', wrong: 'signin.email-invalid' },
  comment_type_id: { empty: 'contact.request-type-required' },
  comment_text: { empty: 'common.required' },
} as const;

/** Sends a contact request to the label of a release, from the address signed in with. */
export function ContactDialog({ release, onClose }: { release: Release; onClose: () => void }) {
  const t = useText();
  const player_email = useTokenClaims()?.username ?? '';
  const [message, setMessage] = useState({ comment_type_id: '', comment_text: '' });
  const { question, close } = useUnsavedDialog(message.comment_type_id !== '' || message.comment_text !== '', onClose);
  const values = { player_email, ...message };
  const validate = () => validateFields(comment.body, values, fieldTexts);
  const { submit, isBusy, failure, hasTried } = useSubmit({
    validate,
    send: async () => {
      const comment_type = contactRequestTypes[Number(message.comment_type_id) - 1] ?? '';
      await sendContactRequest(release.releaseid, { ...values, comment_type });
      notify({ category: 'contactRequestSent' });
      onClose();
    },
  });
  const errors = hasTried ? validate() : {};

  return (
    <FormDialog title={t('contact.title')} question={question} onClose={close}>
      <form noValidate onSubmit={submit}>
        <p className={styles.lead}>{t('contact.about', { title: release.title, artist: release.artist })}</p>
        {failure !== undefined && (
          <Banner kind="error" title={t('contact.contact-request-failed.title')}>
            <p>{getRefusalText(failure)}</p>
            <p>{t('contact.contact-request-failed.body')}</p>
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
          value={message.comment_type_id}
          options={contactRequestTypes.map((type, index) => ({ value: String(index + 1), text: t(typeTexts[type]) }))}
          placeholder={t('contact.choose')}
          onChange={(event) => setMessage({ ...message, comment_type_id: event.target.value })}
          error={errors.comment_type_id && t(errors.comment_type_id)}
        />
        <TextArea
          label={t('contact.message')}
          name="comment_text"
          maxLength={CONTACT_MESSAGE_MAX}
          value={message.comment_text}
          counter={t('contact.counter', { length: message.comment_text.length, max: CONTACT_MESSAGE_MAX })}
          onChange={(event) => setMessage({ ...message, comment_text: event.target.value })}
          error={errors.comment_text && t(errors.comment_text)}
        />
        <DialogButtons confirm={t('contact.submit')} cancel={t('common.cancel')} busy={isBusy} onCancel={close} />
      </form>
    </FormDialog>
  );
}
