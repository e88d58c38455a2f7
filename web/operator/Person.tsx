import type { AccountDetail } from '@promenade/contract/operatorPeople';
import { useState } from 'react';
import { FiguresTable } from '../catalogue/FiguresTable.tsx';

import { ActionQuestion } from '../console/ActionQuestion.tsx';
import styles from '../console/sections.module.css';
import { formatTime } from '../console/times.ts';
import { Button } from '../design/Button.tsx';

import { getCountryName } from '../platform/countryName.ts';
import { notifyFailure } from '../platform/notifyFailure.ts';
import { getLanguage, useText } from '../platform/text.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import { describeMail } from './mailOutcome.ts';
import { operatorPath } from './operatorPath.ts';
import { PersonActions } from './PersonActions.tsx';
import { Addresses, Notes, Profile, StoppedLabels } from './PersonProfile.tsx';
import { LabelRole, nameOf, Rights } from './PersonRights.tsx';
import { decideCountry, useAccountDetail, useSaveChange } from './peopleData.ts';
import { SubjectPage } from './SubjectPage.tsx';

/** Everything that an operator has to know of an account, and can change. */
export function Person({ playerid }: { playerid: string }) {
  const t = useText();
  const detail = useAccountDetail(playerid);
  return (
    <SubjectPage
      query={detail}
      name={detail.data && nameOf(detail.data)}
      failed={{ title: t('operator.person-unknown'), hint: t('operator.person-hint') }}
      all={[operatorPath('people'), t('operator.all-people')]}
      subject={playerid}
    >
      {(person) => (
        <>
          <CountryCheck person={person} />
          <CompanyCheck person={person} />
          <PersonActions person={person} />
          <Facts person={person} />
          <Rights person={person} />
          <LabelRole person={person} />
          <Profile person={person} />
          <Addresses person={person} />
          <StoppedLabels person={person} />
          <Notes person={person} />
          <Tables person={person} />
        </>
      )}
    </SubjectPage>
  );
}

/** A country that would bring packages, and waits for an operator or was refused. */
function CountryCheck({ person }: { person: AccountDetail }) {
  const t = useText();
  const [asked, setAsked] = useState<'accept' | 'refuse'>();
  const { countrycheck: check, country, playerid } = person;
  if (!check || check.packages.length === 0) return null;
  const nameCountry = (code: string | null) => (code ? getCountryName(code, getLanguage()) : t('operator.none'));
  const values = {
    name: nameOf(person),
    country: nameCountry(country),
    approved: nameCountry(check.approved),
    packages: check.packages.join(', '),
  };
  return (
    <section aria-label={t('operator.waiting')}>
      <p>{t(check.isrefused ? 'operator.country-refused' : 'operator.country-waits', values)}</p>
      <div className={styles.buttons}>
        <Button size="small" onClick={() => setAsked('accept')}>
          {t('operator.country-accept')}
        </Button>
        {!check.isrefused && (
          <Button size="small" onClick={() => setAsked('refuse')}>
            {t('operator.country-refuse')}
          </Button>
        )}
      </div>
      {asked && (
        <ActionQuestion
          action={{
            title: () => t(`operator.country-${asked}-title`, values),
            message: () => t(`operator.country-${asked}-message`, values),
            confirm: t(`operator.country-${asked}`),
            nameOf,
            run: () => decideCountry(playerid, { country, accepted: asked === 'accept' }),
            done: () => t(asked === 'accept' ? 'operator.country-accepted' : 'operator.country-refused-done', values),
          }}
          rows={[person]}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}

/** A company that nobody vouched for: its shelf is closed to this person. */
function CompanyCheck({ person }: { person: AccountDetail }) {
  const t = useText();
  const save = useSaveChange();
  const { submit, isBusy } = useSubmit({
    send: () => save(person.playerid, person.version, { company: person.company }).catch(notifyFailure),
  });
  if (person.company === '' || person.companyapproved) return null;
  return (
    <section aria-label={t('operator.company')}>
      <p>{t('operator.company-waits', { name: nameOf(person), company: person.company })}</p>
      <div className={styles.buttons}>
        <Button size="small" busy={isBusy} onClick={() => void submit()}>
          {t('operator.company-confirm')}
        </Button>
      </div>
    </section>
  );
}

function Facts({ person }: { person: AccountDetail }) {
  const t = useText();
  const {
    status,
    emails,
    title,
    mailpref,
    company,
    companyapproved,
    country,
    phone,
    createdat,
    seenat,
    haspassword,
    deletionat,
  } = person;
  const facts = [
    [t('operator.state'), t(`operator.status-${status}`)],
    [t('operator.addresses'), emails.join(', ') || t('operator.no-address')],
    [t('operator.company'), company && (companyapproved ? company : t('operator.company-unconfirmed', { company }))],
    [t('operator.job'), title],
    [t('operator.answer-country'), country && getCountryName(country, getLanguage())],
    [t('operator.answer-phone'), phone],
    [t('operator.since'), formatTime(createdat)],
    [t('operator.seen'), seenat ? formatTime(seenat) : t('operator.never')],
    [t('common.password'), t(haspassword ? 'operator.has-password' : 'operator.no-password')],
    [t('settings.mailpref'), t(`settings.frequency-${mailpref}`)],
    [t('operator.deletion-requested'), deletionat ? formatTime(deletionat) : ''],
  ].filter(([, value]) => value);
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Tables({ person: { sessions, locks, suppressions, mails } }: { person: AccountDetail }) {
  const t = useText();
  return (
    <>
      {sessions.length > 0 && (
        <FiguresTable
          label={t('operator.sessions')}
          words={4}
          head={[t('operator.started'), t('operator.seen'), t('common.email'), t('operator.browser')]}
          rows={sessions.map(({ startedat, seenat, username, publicdevice }) => ({
            key: startedat + seenat,
            cells: [
              formatTime(startedat),
              formatTime(seenat),
              username,
              t(publicdevice ? 'operator.public-browser' : 'operator.own-browser'),
            ],
          }))}
        />
      )}
      {locks.length > 0 && (
        <FiguresTable
          label={t('operator.locks')}
          words={3}
          head={[t('operator.time'), t('operator.limit'), t('operator.network')]}
          rows={locks.map(({ at, limit, network }) => ({ key: at + limit, cells: [formatTime(at), limit, network] }))}
        />
      )}
      {suppressions.length > 0 && (
        <FiguresTable
          label={t('operator.suppressions')}
          words={3}
          head={[t('common.email'), t('operator.since'), t('operator.reason')]}
          rows={suppressions.map(({ address, since, reason }) => ({
            key: address,
            cells: [address, formatTime(since), reason],
          }))}
        />
      )}
      {mails.length > 0 && (
        <FiguresTable
          label={t('operator.mails-of')}
          words={3}
          head={[t('operator.time'), t('operator.subject'), t('operator.state')]}
          rows={mails.map((mail) => ({
            key: mail.mailid,
            cells: [formatTime(mail.createdat), mail.subject, describeMail(t, mail)],
          }))}
        />
      )}
    </>
  );
}
