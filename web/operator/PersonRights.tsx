import { type AccountDetail, AccountRole } from '@promenade/contract/operatorPeople';
import { useRef, useState } from 'react';
import { ActionQuestion } from '../console/ActionQuestion.tsx';
import styles from '../console/sections.module.css';
import { Button } from '../design/Button.tsx';
import { Checkbox } from '../design/Checkbox.tsx';
import { Select } from '../design/Select.tsx';
import { useText } from '../platform/text.ts';
import details from './details.module.css';
import { NameChoice } from './NameChoice.tsx';
import { EVERYONE } from './namesData.ts';
import { PackageChoice } from './PackageChoice.tsx';
import { type AccountChange, usePackagePreview, useSaveChange } from './peopleData.ts';

interface PersonProps {
  person: AccountDetail;
}

interface ChangeProps extends PersonProps {
  change: AccountChange;
  /** Takes the change back. */
  former: AccountChange;
  title: string;
  message: string;
  done: string;
  onClose: () => void;
}

export const nameOf = ({ name, email, playerid }: Pick<AccountDetail, 'name' | 'email' | 'playerid'>): string =>
  name || email || playerid;

/** Asks before a change of the version that is shown; the undo changes the version that it made. */
export function ChangeQuestion({ person, change, former, title, message, done, onClose }: ChangeProps) {
  const t = useText();
  const save = useSaveChange();
  const version = useRef(person.version);
  return (
    <ActionQuestion
      action={{
        title: () => title,
        message: () => message,
        confirm: t('operator.save'),
        nameOf,
        run: async ({ playerid }) => {
          version.current = (await save(playerid, person.version, change)).version;
        },
        done: () => done,
        undo: ({ playerid }) => save(playerid, version.current, former),
      }}
      rows={[person]}
      onClose={onClose}
    />
  );
}

const getRights = ({ version, packages, ...person }: AccountDetail) => ({
  version,
  roles: AccountRole.options.filter((role) => person[role]),
  packages: packages.filter((name) => name !== EVERYONE),
});
type RightsState = ReturnType<typeof getRights>;

const toChange = ({ roles, packages }: RightsState): AccountChange => ({
  ...Object.fromEntries(AccountRole.options.map((role) => [role, roles.includes(role)])),
  packages,
});

/** Roles and packages. They are given and taken after a question with what comes and goes. */
export function Rights({ person }: PersonProps) {
  const t = useText();
  const [rights, setRights] = useState(() => getRights(person));
  const [isAsked, setAsked] = useState(false);
  // Another version replaces what was chosen; the controls stay, and with them the focus.
  if (rights.version !== person.version) setRights(getRights(person));
  const { roles, packages } = rights;
  const isChanged = JSON.stringify(toChange(rights)) !== JSON.stringify(toChange(getRights(person)));
  const set = (change: object) => setRights((now) => ({ ...now, ...change }));
  return (
    <section>
      <h2 className={styles.heading}>{t('operator.rights')}</h2>
      <div className={styles.form}>
        <fieldset className={details.packages}>
          <legend>{t('operator.roles')}</legend>
          {AccountRole.options.map((role) => (
            <Checkbox
              key={role}
              label={t(`operator.role-${role}`)}
              checked={roles.includes(role)}
              onChange={({ target }) =>
                set({ roles: target.checked ? [...roles, role] : roles.filter((other) => other !== role) })
              }
            />
          ))}
        </fieldset>
        <PackageChoice chosen={packages} onChange={(chosen) => set({ packages: chosen })} />
        <Button variant="primary" size="small" disabled={!isChanged} onClick={() => setAsked(true)}>
          {t('operator.change-rights')}
        </Button>
      </div>
      {isAsked && <RightsQuestion person={person} chosen={rights} onClose={() => setAsked(false)} />}
    </section>
  );
}

function RightsQuestion({ person, chosen, onClose }: PersonProps & { chosen: RightsState; onClose: () => void }) {
  const t = useText();
  const former = getRights(person);
  const { data } = usePackagePreview(person.playerid, chosen.packages);
  const name = nameOf(person);
  const words = ({ roles, packages }: RightsState, without: RightsState) =>
    [
      ...roles.filter((role) => !without.roles.includes(role)).map((role) => t(`operator.role-${role}`)),
      ...packages.filter((other) => !without.packages.includes(other)),
    ].join(', ');
  const [given, taken] = [words(chosen, former), words(former, chosen)];
  const message = [
    given && t('operator.rights-given', { names: given }),
    taken && t('operator.rights-taken', { names: taken }),
    data && t('operator.rights-gained', { count: data.gained }),
    data && t('operator.rights-lost', { count: data.lost }),
  ];
  return (
    <ChangeQuestion
      person={person}
      change={toChange(chosen)}
      former={toChange(former)}
      title={t('operator.rights-title', { name })}
      message={message.filter(Boolean).join(' ')}
      done={t('operator.rights-done', { name })}
      onClose={onClose}
    />
  );
}

/** For which labels a person works, and as what. */
export function LabelRole({ person }: PersonProps) {
  const t = useText();
  const [label, setLabel] = useState({ id: '', name: '', releases: 0 });
  const [role, setRole] = useState<'editor' | 'viewer' | ''>('viewer');
  const [isAsked, setAsked] = useState(false);
  const held = person.labels.find(({ labelid }) => labelid === label.id)?.role ?? null;
  const values = { name: nameOf(person), label: label.name };
  return (
    <section>
      <h2 className={styles.heading}>{t('operator.labels-of')}</h2>
      <div className={styles.form}>
        <p>
          {person.labels.map(({ name, role: held }) => `${name} (${t(`label.role-${held}`)})`).join(', ') ||
            t('operator.no-labels')}
        </p>
        <div className={styles.buttons}>
          <NameChoice
            kind="labels"
            label={t('label.label')}
            value={label.name}
            placeholder={t('operator.choose-label')}
            onChange={(choice) => choice && setLabel(choice)}
          />
          <Select
            label={t('operator.role')}
            value={role}
            placeholder={t('operator.no-role')}
            options={(['editor', 'viewer'] as const).map((value) => ({ value, text: t(`label.role-${value}`) }))}
            onChange={({ target }) =>
              setRole(target.value === 'editor' || target.value === 'viewer' ? target.value : '')
            }
          />
        </div>
        <Button size="small" disabled={label.id === '' || (role || null) === held} onClick={() => setAsked(true)}>
          {t('operator.change-label')}
        </Button>
      </div>
      {isAsked && (
        <ChangeQuestion
          person={person}
          change={{ label: { labelid: label.id, role: role || null } }}
          former={{ label: { labelid: label.id, role: held } }}
          title={t(role ? 'operator.label-role-title' : 'operator.label-leave-title', {
            ...values,
            role: role && t(`label.role-${role}`),
          })}
          message={t(role ? 'operator.label-role-message' : 'names.remove-staff-message', { count: label.releases })}
          done={t('operator.label-role-done', values)}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  );
}
