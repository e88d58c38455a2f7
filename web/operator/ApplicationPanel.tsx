import type { Applicant } from '@promenade/contract/operatorPeople';
import { APPLICANT_ROLES, industries } from '@promenade/contract/signUp';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from '../console/sections.module.css';
import { formatTime } from '../console/times.ts';
import { IconButton } from '../design/IconButton.tsx';
import { LazyDialog } from '../design/lazyPart.ts';
import { getCountryName } from '../platform/countryName.ts';
import { getLanguage, type Translate, useText } from '../platform/text.ts';
import { operatorPath } from './operatorPath.ts';

/** In the order of the form. */
const FIELDS = [
  'industry',
  'role',
  'phone',
  'group_owner',
  'web_site',
  'country',
  'state',
  'city',
  'reporting',
  'call_letter',
  'primary_format',
  'secondary_format',
  'additional_format',
  'media_type',
  'language',
  'sign_up_page_url',
  'terms_accepted_at',
] as const;
type Field = (typeof FIELDS)[number];

interface Props {
  applicant: Applicant;
  onClose: () => void;
  /** What can be done with it. */
  children: ReactNode;
}

/** All that an applicant told, who of the company or domain is here, and what was decided. */
export function ApplicationPanel({ applicant, onClose, children }: Props) {
  const t = useText();
  const { playerid, name, email, company, appliedat, answers, inviter, decided } = applicant;
  const { samecompany, company_people, samedomain, domain_people } = applicant;
  const domain = email.slice(email.lastIndexOf('@'));
  const rows: [string, ReactNode][] = [
    [t('operator.decision'), decided && describeDecision(t, decided)],
    [
      t('common.email'),
      email && (
        <a href={`mailto:${email}`} className="link">
          {email}
        </a>
      ),
    ],
    [t('operator.applied'), appliedat && formatTime(appliedat)],
    ...FIELDS.map((field): [string, ReactNode] => [
      t(`operator.answer-${field}`),
      answers[field] && <Answer field={field} value={answers[field]} />,
    ]),
    [
      t('operator.inviter'),
      inviter && (
        <>
          <Link to={listPath(inviter.email)} className="link">
            {inviter.name || inviter.email}
          </Link>
          {inviter.relationship && `, ${describeRelationship(t, inviter.relationship)}`}
        </>
      ),
    ],
    [
      t('operator.same-company'),
      samecompany > 0 && <Others count={samecompany} people={company_people} find={company} />,
    ],
    [t('operator.same-domain'), samedomain > 0 && <Others count={samedomain} people={domain_people} find={domain} />],
  ];
  const shown = rows.filter(([, value]) => Boolean(value));
  return (
    <LazyDialog kind="drawer" label={name || email || playerid} onClose={onClose}>
      <div className={styles.drawer}>
        <header className={styles.drawerHead}>
          <h2 className={styles.heading}>{name || email || playerid}</h2>
          <IconButton icon={X} label={t('common.close')} onClick={onClose} />
        </header>
        <div className={styles.buttons}>{children}</div>
        <dl className={styles.facts}>
          {shown.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Link to={operatorPath('people/:playerid', { playerid })} className="link">
          {t('operator.open-person')}
        </Link>
      </div>
    </LazyDialog>
  );
}

const listPath = (filter: string): string => `${operatorPath('people')}?${new URLSearchParams({ q: filter })}`;

function Answer({ field, value }: { field: Field; value: string }) {
  const t = useText();
  const address = field === 'web_site' || field === 'sign_up_page_url' ? toWebAddress(value) : undefined;
  const href = field === 'phone' ? `tel:${value.replaceAll(/[^+\d]/g, '')}` : address;
  if (!href) return describeAnswer(t, field, value);
  return (
    <a href={href} className="link" {...(address && { target: '_blank', rel: 'noopener noreferrer' })}>
      {value}
    </a>
  );
}

/** Only the web: an applicant typed it. */
function toWebAddress(text: string): string | undefined {
  const address = /^https?:/i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return undefined;
  const { hostname, href } = new URL(address);
  return hostname.includes('.') ? href : undefined;
}

/** The words of a code that a form sent. */
export function describeAnswer(t: Translate, field: Field, value: string): string {
  const industry = industries.find((code) => code === value);
  const role = APPLICANT_ROLES.find((code) => code === value);
  if (field === 'industry' && industry) return t(`signup.industry-${industry}`);
  if (field === 'role' && role) return t(`signup.role-${role}`);
  if (field === 'country' && /^[A-Z]{2}$/.test(value)) return getCountryName(value, getLanguage());
  if (field === 'language' && /^[a-z]{2,3}$/.test(value))
    return new Intl.DisplayNames([getLanguage()], { type: 'language' }).of(value) ?? value;
  if (field === 'terms_accepted_at' && !Number.isNaN(Date.parse(value))) return formatTime(value);
  return value;
}

function describeRelationship(t: Translate, relationship: string): string {
  const known = (['coworker', 'industry-contact', 'other'] as const).find((code) => code === relationship);
  return known ? t(`invite.${known}`) : relationship;
}

/** Who decided, when, why, and until when it can be taken back. */
export function describeDecision(t: Translate, decided: NonNullable<Applicant['decided']>): string {
  const { decision, at, until, by, reason, packages, verified } = decided;
  const who = by === 'command' ? t('operator.command-line') : by;
  const more = [...(verified ? [t('operator.verified')] : []), ...packages].join(', ') || reason;
  return [
    t(`operator.${decision}-by`, { by: who, time: formatTime(at) }) + (more && `: ${more}`),
    ...(until ? [t('operator.back-until', { time: formatTime(until) })] : []),
  ].join('. ');
}

interface OthersProps {
  count: number;
  people: readonly { playerid: string; name: string }[];
  /** The search of the list that finds all of them. */
  find: string;
}

function Others({ count, people, find }: OthersProps) {
  const t = useText();
  return (
    <ul>
      {people.map(({ playerid, name }) => (
        <li key={playerid}>
          <Link to={operatorPath('people/:playerid', { playerid })} className="link">
            <bdi>{name || playerid}</bdi>
          </Link>
        </li>
      ))}
      {count > people.length && (
        <li>
          <Link to={listPath(find)} className="link">
            {t('operator.all-of-them', { count })}
          </Link>
        </li>
      )}
    </ul>
  );
}
