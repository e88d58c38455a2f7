import { RuleCondition } from '@promenade/contract/operatorCatalogue';
import { APPLICANT_ROLES, industries, reportFormats } from '@promenade/contract/signUp';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Pages } from '../catalogue/Pages.tsx';
import { ActionQuestion } from '../console/ActionQuestion.tsx';
import { Refused } from '../console/Saving.tsx';
import styles from '../console/sections.module.css';
import { formatTime } from '../console/times.ts';
import { useTypedText } from '../console/typedText.ts';
import { Button } from '../design/Button.tsx';
import { Select } from '../design/Select.tsx';
import { getCountryName } from '../platform/countryName.ts';
import { getLanguage, useText } from '../platform/text.ts';
import { setRule, useCountries, useRule, useRulePreview } from './namesData.ts';

type Condition = RuleCondition | null;
type Field = keyof RuleCondition;
/** Reads the condition that was typed and kept; of one that is not valid any more nothing is left. */
const parseDraft = (text: string): RuleCondition => RuleCondition.safeParse(JSON.parse(text)).data ?? {};

const FIELDS = ['industries', 'roles', 'formats', 'countries'] as const satisfies Field[];

/** The values of each field that can be chosen. */
function useFields(): Record<Field, { label: string; options: { value: string; text: string }[] }> {
  const t = useText();
  const { data: countries = [] } = useCountries();
  const toCountry = (value: string) => ({ value, text: getCountryName(value, getLanguage()) });
  return {
    industries: {
      label: t('operator.answer-industry'),
      options: industries.map((value) => ({ value, text: t(`signup.industry-${value}`) })),
    },
    roles: {
      label: t('operator.answer-role'),
      options: APPLICANT_ROLES.map((value) => ({ value, text: t(`signup.role-${value}`) })),
    },
    formats: { label: t('names.rule-format'), options: reportFormats.map((value) => ({ value, text: value })) },
    countries: {
      label: t('operator.answer-country'),
      options: countries.map(toCountry).sort((a, b) => a.text.localeCompare(b.text, getLanguage())),
    },
  };
}

/** Who holds a package by what they told, and a form that changes it after a preview. */
export function PackageRule({ packageid, name }: { packageid: string; name: string }) {
  const t = useText();
  const { data: rule } = useRule(packageid);
  const fields = useFields();
  const [typed, setTyped] = useTypedText(`rule ${packageid}`);
  const draft = typed === undefined ? undefined : parseDraft(typed);
  const setDraft = (next: RuleCondition | undefined) => setTyped(next && JSON.stringify(next));
  const [asked, setAsked] = useState<{ condition: Condition; version: string }>();
  if (!rule) return null;
  const { condition, version } = rule;
  const ask = (next: Condition) => setAsked({ condition: next, version });
  const close = () => setAsked(undefined);
  const textOf = (field: Field, value: string) =>
    fields[field].options.find((option) => option.value === value)?.text ?? value;
  const change = (field: Field, values: string[]) => {
    const { [field]: _former, ...rest } = draft ?? {};
    setDraft({ ...rest, ...(values.length > 0 && { [field]: values }) });
  };
  return (
    <section>
      <h2 className={styles.heading}>{t('names.rule')}</h2>
      {condition ? (
        <>
          <dl className={styles.facts}>
            {FIELDS.map((field) => {
              const values = condition[field];
              return (
                values && (
                  <div key={field}>
                    <dt>{fields[field].label}</dt>
                    <dd>{values.map((value) => textOf(field, value)).join(', ')}</dd>
                  </div>
                )
              );
            })}
          </dl>
          {rule.at && <p>{t('names.rule-by', { name: rule.by ?? '', time: formatTime(rule.at) })}</p>}
        </>
      ) : (
        <p>{t('names.no-rule')}</p>
      )}
      {draft === undefined ? (
        <div className={styles.buttons}>
          <Button size="small" onClick={() => setDraft(condition ?? {})}>
            {t(condition ? 'names.change-rule' : 'names.make-rule')}
          </Button>
          {condition && (
            <Button size="small" onClick={() => ask(null)}>
              {t('names.remove-rule')}
            </Button>
          )}
        </div>
      ) : (
        <form
          noValidate
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            ask(draft);
          }}
        >
          <p>{t('names.rule-about')}</p>
          {FIELDS.map((field) => {
            const chosen: string[] = draft?.[field] ?? [];
            const { label, options } = fields[field];
            return (
              <div key={field}>
                <Select
                  label={label}
                  value=""
                  placeholder={t(chosen.length > 0 ? 'names.rule-another' : 'names.rule-any')}
                  options={options.filter(({ value }) => !chosen.includes(value))}
                  onChange={({ target }) => change(field, [...chosen, target.value])}
                />
                <div className={styles.buttons}>
                  {chosen.map((value) => (
                    <Button
                      key={value}
                      size="small"
                      icon={X}
                      aria-label={t('names.remove-one', { name: textOf(field, value) })}
                      onClick={() =>
                        change(
                          field,
                          chosen.filter((other) => other !== value),
                        )
                      }
                    >
                      {textOf(field, value)}
                    </Button>
                  ))}
                </div>
              </div>
            );
          })}
          <div className={styles.buttons}>
            <Button type="submit" size="small" disabled={Object.keys(draft ?? {}).length === 0}>
              {t('names.rule-preview')}
            </Button>
            <Button size="small" variant="plain" onClick={() => setDraft(undefined)}>
              {t('common.cancel')}
            </Button>
          </div>
        </form>
      )}
      {asked && (
        <RuleQuestion
          {...asked}
          packageid={packageid}
          name={name}
          former={condition}
          onSaved={() => setDraft(undefined)}
          onClose={close}
        />
      )}
    </section>
  );
}

interface QuestionProps {
  packageid: string;
  name: string;
  condition: Condition;
  /** The rule until now, and its version when the question was asked. */
  former: Condition;
  version: string;
  onSaved: () => void;
  onClose: () => void;
}

/** Says who would come and go, and saves. */
function RuleQuestion({ packageid, name, condition, former, version, onSaved, onClose }: QuestionProps) {
  const t = useText();
  const saved = useRef(version);
  const [page, setPage] = useState(1);
  const { data, error } = useRulePreview(packageid, condition, page);
  if (error && !data) return <Refused failure={error} />;
  if (!data) return null;
  const { comes, goes, items } = data;
  return (
    <ActionQuestion
      action={{
        title: () => t(condition ? 'names.rule-title' : 'names.remove-rule-title', { name }),
        message: () => `${t('names.rule-comes', { count: comes })} ${t('names.rule-goes', { count: goes })}`,
        confirm: t(condition ? 'names.save-rule' : 'names.remove-rule'),
        nameOf: () => name,
        run: async () => {
          saved.current = await setRule(packageid, condition, version);
          onSaved();
        },
        done: () => t('names.rule-saved'),
        undo: () => setRule(packageid, former, saved.current),
      }}
      rows={[packageid]}
      onClose={onClose}
    >
      <ul className={styles.list}>
        {items.map((person) => {
          const country = getCountryName(person.country, getLanguage());
          const who = [person.name || person.email, person.company, country].filter(Boolean).join(', ');
          return <li key={person.playerid}>{t(person.comes ? 'names.one-comes' : 'names.one-goes', { who })}</li>;
        })}
      </ul>
      <Pages {...data} onPage={setPage} />
    </ActionQuestion>
  );
}
