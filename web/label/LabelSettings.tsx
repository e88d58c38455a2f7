import { EMAIL_MAX } from '@promenade/contract/limits';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { FiguresTable } from '../catalogue/FiguresTable.tsx';
import { Toolbar } from '../catalogue/Toolbar.tsx';
import { useSave } from '../console/Saving.tsx';
import sections from '../console/sections.module.css';
import { useTypedText } from '../console/typedText.ts';
import { Button } from '../design/Button.tsx';
import { Checkbox } from '../design/Checkbox.tsx';
import { CoverArt } from '../design/CoverArt.tsx';
import { Select } from '../design/Select.tsx';
import { TextField } from '../design/TextField.tsx';
import { formatLongDate } from '../platform/format.ts';
import { useTitle } from '../platform/pageTitle.ts';
import { getLanguage, useText } from '../platform/text.ts';
import { labelSettingsPath } from './consolePaths.ts';
import { useChangeSettings, useLabelSettings, useStaffLabels } from './data.ts';
import { LogoChoice } from './LogoChoice.tsx';
import { ReleaseFrame } from './ReleaseFrame.tsx';
import styles from './ReleaseReport.module.css';

/** Logo, contact address, marks and staff of a label; editors change all but the last. */
export function LabelSettings() {
  const t = useText();
  const { labelid = '' } = useParams();
  const navigate = useNavigate();
  const labels = useStaffLabels().data?.items ?? [];
  const loaded = useLabelSettings(labelid);
  const { data } = loaded;
  useTitle(data ? t('label.settings', { label: data.name }) : t('label.settings-link'), false);
  return (
    <ReleaseFrame
      query={loaded}
      unknown={{ title: t('label.settings-unknown-title'), hint: t('label.settings-unknown-hint') }}
      failed={t('label.settings-failed')}
    >
      {({ name, role, logo, contact, mark, maymark, staff }) => (
        <>
          {labels.length > 1 && (
            <Toolbar>
              <Select
                label={t('label.label')}
                value={labelid}
                options={labels.map((label) => ({ value: label.labelid, text: label.name }))}
                onChange={({ target }) => void navigate(labelSettingsPath(target.value))}
              />
            </Toolbar>
          )}
          <header className={styles.head}>
            <CoverArt
              src={logo}
              alt={t(logo ? 'label.logo' : 'label.logo-none')}
              pixels={160}
              className={styles.cover}
              eager
            />
            <div className={styles.words}>
              <h1 className={sections.title}>{t('label.settings', { label: name })}</h1>
              <p className={sections.hint}>{t('label.settings-hint')}</p>
              {role !== 'viewer' && <LogoChoice labelid={labelid} />}
            </div>
          </header>
          <section>
            <h2 className={sections.heading}>{t('label.contact')}</h2>
            {role === 'viewer' ? (
              <p>{contact ?? t('label.contact-none')}</p>
            ) : (
              <Contact key={contact} labelid={labelid} contact={contact ?? ''} />
            )}
          </section>
          {maymark && role !== 'viewer' && <Marks key={String(mark)} labelid={labelid} mark={mark} />}
          <FiguresTable
            label={t('label.staff')}
            words={3}
            head={[t('label.name'), t('label.role'), t('label.since')]}
            rows={staff.map(({ name, role, since }) => ({
              key: `${name} ${since}`,
              cells: [name || t('label.no-name'), t(`label.role-${role}`), formatLongDate(since, getLanguage())],
            }))}
          />
        </>
      )}
    </ReleaseFrame>
  );
}

function Contact({ labelid, contact }: { labelid: string; contact: string }) {
  const t = useText();
  const [text = contact, setText] = useTypedText(`contact ${labelid}`);
  const change = useChangeSettings(labelid);
  const { submit, isBusy, message } = useSave(async () => {
    await change({ contact: text.trim() });
    setText(undefined);
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('label.contact')}
        type="email"
        value={text}
        maxLength={EMAIL_MAX}
        onChange={({ target }) => setText(target.value)}
      />
      <p className={sections.hint}>{t('label.contact-hint')}</p>
      {message}
      <Button type="submit" size="small" busy={isBusy}>
        {t('profile.save')}
      </Button>
    </form>
  );
}

function Marks({ labelid, mark }: { labelid: string; mark: boolean }) {
  const t = useText();
  const [isOn, setOn] = useState(mark);
  const change = useChangeSettings(labelid);
  const { submit, isBusy, message } = useSave(async () => change({ mark: isOn }));
  return (
    <section>
      <h2 className={sections.heading}>{t('label.marks')}</h2>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Checkbox
          label={t('label.marks-new')}
          hint={t('label.marks-hint')}
          checked={isOn}
          onChange={({ target }) => setOn(target.checked)}
        />
        {message}
        <Button type="submit" size="small" busy={isBusy}>
          {t('profile.save')}
        </Button>
      </form>
    </section>
  );
}
