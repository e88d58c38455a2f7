import type { StaffDocument, StaffPerson } from '@promenade/contract/label';
import { ClipboardPaste, Disc3, UserPlus, UserX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { PickerButton } from '../../console/SearchPicker.tsx';
import sections from '../../console/sections.module.css';
import { useTypedText } from '../../console/typedText.ts';
import { Button } from '../../design/Button.tsx';
import { Checkbox } from '../../design/Checkbox.tsx';
import { ConfirmDialog } from '../../design/ConfirmDialog.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { useKeptFocus } from '../../design/listNavigation.ts';
import { getRefusalCode } from '../../platform/errorText.ts';
import { notifyFailure } from '../../platform/notifyFailure.ts';
import { useText } from '../../platform/text.ts';
import { fieldId } from '../editorFields.ts';
import { describePeople, describePerson, PeopleNote } from '../People.tsx';
import styles from './Audience.module.css';
import { EntryList } from './EntryList.tsx';
import { type AudienceBody, useFetchStaffDocument, useLabelPackages, useSetAudience } from './editorData.ts';
import { describeSaveFailure } from './saveFailure.ts';

const AddressList = lazyPart(async () => (await import('./AddressList.tsx')).AddressList);
const AudienceLists = lazyPart(async () => (await import('./AudienceLists.tsx')).AudienceLists);
const AudiencePeople = lazyPart(async () => (await import('./AudiencePeople.tsx')).AudiencePeople);

const PeoplePicker = lazyPart(async () => (await import('./AudiencePickers.tsx')).PeoplePicker);
const ReleasePicker = lazyPart(async () => (await import('./AudiencePickers.tsx')).ReleasePicker);

/** Who receives the release; each choice is saved at once, and the answer says how many people that is. */
export function Audience({ data }: { data: StaffDocument }) {
  const { release, audience, mayedit } = data;
  const t = useText();
  const labelid = release.labelid ?? '';
  const packages = useLabelPackages(labelid).data?.items ?? [];
  const names = union(
    packages.map(({ name }) => name),
    audience.packages,
  );
  const fetchDocument = useFetchStaffDocument();
  const saving = useSetAudience(release.releaseid);
  const [error, setError] = useState<string>();
  const [note, setNote] = useState<string>();
  const [toggled, setToggled] = useState<string>();
  const [asked, setAsked] = useState<string>();
  useEffect(() => {
    // A name that is typed as soon as a picker opens does not wait for its code.
    import('./AudiencePickers.tsx').catch(() => undefined);
  }, []);
  const [isPasting, setPasting] = useState(false);
  const keptFocus = useKeptFocus<HTMLElement>();
  const peopleTyped = useTypedText(`audience ${release.releaseid} people`);
  const releaseTyped = useTypedText(`audience ${release.releaseid} release`);
  const excludedTyped = useTypedText(`audience ${release.releaseid} excluded`);

  /** False when it was not saved. */
  const change = async (next: (audience: AudienceBody) => Partial<AudienceBody>): Promise<boolean> => {
    try {
      await saving.mutateAsync((audience) => ({ ...audience, ...next(audience) }));
      setError(undefined);
      return true;
    } catch (failure) {
      setError(
        getRefusalCode(failure) === 'PACKAGE_NOT_GRANTED'
          ? t('label.package-not-granted')
          : describeSaveFailure(failure, t),
      );
      return false;
    }
  };
  const addAddresses = (added: string[]) => change(({ addresses }) => ({ addresses: union(addresses, added) }));
  const toggle = (name: string) => {
    setAsked(undefined);
    setToggled(name);
    void change(({ packages }) => ({
      packages: packages.includes(name) ? without(packages, name) : [...packages, name],
    }));
  };
  const addEveryoneOf = async (releaseid: string) => {
    try {
      const other = (await fetchDocument(releaseid)).audience;
      const [open, closed] = [true, false].map((isOpen) =>
        other.packages.filter((name) => names.includes(name) === isOpen),
      );
      setNote(closed?.length ? t('label.packages-left', { names: closed.join(', ') }) : undefined);
      void change((now) => ({
        packages: union(now.packages, open ?? []),
        people: union(now.people, idsOf(other.people)),
        addresses: union(now.addresses, other.addresses),
        lists: union(
          now.lists ?? [],
          other.lists.map(({ listid }) => listid),
        ),
      }));
    } catch (failure) {
      notifyFailure(failure);
    }
  };
  const verb = audience.packages.includes(asked ?? '') ? 'off' : 'on';
  const hintOf = (name: string) => {
    const found = packages.find((item) => item.name === name);
    return found && t('label.people', { count: found.people });
  };
  return (
    <section {...keptFocus} id={fieldId('audience')} aria-labelledby="audience-heading">
      <h2 id="audience-heading" className={sections.heading}>
        {t('label.audience')}
      </h2>
      <p className={styles.size} aria-live="polite">
        {audience.decided ? describePeople(t, audience.counts) : t('label.audience-undecided-hint')}
      </p>
      {audience.decided && <PeopleNote counts={audience.counts} />}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {note && (
        <p className={sections.hint} role="status">
          {note}
        </p>
      )}
      <fieldset className={styles.packages} disabled={!mayedit}>
        <legend>{t('label.packages')}</legend>
        {names.length === 0 && <p className={sections.hint}>{t('label.packages-none')}</p>}
        {names.map((name) => (
          <Checkbox
            key={name}
            label={name}
            hint={hintOf(name)}
            checked={audience.packages.includes(name) !== (saving.isPending && toggled === name)}
            onChange={() => (release.state === 'available' ? setAsked(name) : toggle(name))}
          />
        ))}
      </fieldset>
      {asked !== undefined && (
        <ConfirmDialog
          title={t(`label.ask-package-${verb}`, { name: asked })}
          message={t(`label.ask-package-${verb}-message`, {
            count: packages.find(({ name }) => name === asked)?.people ?? 0,
          })}
          confirmLabel={t(`label.ask-package-${verb}-confirm`)}
          cancelLabel={t('common.cancel')}
          onConfirm={() => toggle(asked)}
          onCancel={() => setAsked(undefined)}
        />
      )}
      {labelid !== '' && <AudienceLists document={data} labelid={labelid} onChange={(next) => void change(next)} />}
      <EntryList
        title={t('label.single-people')}
        entries={[
          ...audience.people.map(toEntry),
          ...audience.addresses.map((address) => ({ id: address, name: address, note: t('label.one-address') })),
        ]}
        onRemove={
          mayedit
            ? (id) => void change((now) => ({ people: without(now.people, id), addresses: without(now.addresses, id) }))
            : undefined
        }
      />
      <EntryList
        title={t('label.excluded')}
        entries={audience.excluded.map(toEntry)}
        onRemove={mayedit ? (id) => void change((now) => ({ excluded: without(now.excluded, id) })) : undefined}
      />
      {mayedit && labelid !== '' && (
        <div className={styles.buttons}>
          <PickerButton icon={UserPlus} label={t('label.add-people')} typed={peopleTyped[0]}>
            {(close) => (
              <PeoplePicker
                labelid={labelid}
                typed={peopleTyped}
                label={t('label.add-people')}
                onAddresses={addAddresses}
                onClose={close}
                onPerson={(id) => {
                  close();
                  void change((now) => ({ people: union(now.people, [id]), excluded: without(now.excluded, id) }));
                }}
              />
            )}
          </PickerButton>
          <Button size="small" icon={ClipboardPaste} onClick={() => setPasting(true)}>
            {t('label.paste-list')}
          </Button>
          <PickerButton icon={Disc3} label={t('label.everyone-who-got')} typed={releaseTyped[0]}>
            {(close) => (
              <ReleasePicker
                labelid={labelid}
                typed={releaseTyped}
                except={release.releaseid}
                label={t('label.everyone-who-got')}
                onRelease={(id) => {
                  close();
                  void addEveryoneOf(id);
                }}
              />
            )}
          </PickerButton>
          <PickerButton icon={UserX} label={t('label.exclude-people')} typed={excludedTyped[0]}>
            {(close) => (
              <PeoplePicker
                labelid={labelid}
                typed={excludedTyped}
                label={t('label.exclude-people')}
                onClose={close}
                onPerson={(id) => {
                  close();
                  void change((now) => ({ excluded: union(now.excluded, [id]), people: without(now.people, id) }));
                }}
              />
            )}
          </PickerButton>
        </div>
      )}
      {isPasting && (
        <AddressList
          releaseid={release.releaseid}
          addresses={audience.addresses}
          onAdd={addAddresses}
          onClose={() => setPasting(false)}
        />
      )}
      {audience.decided && <AudiencePeople document={data} />}
    </section>
  );
}

const union = (first: readonly string[], second: readonly string[]): string[] => [...new Set([...first, ...second])];
const without = (all: readonly string[], gone: string): string[] => all.filter((other) => other !== gone);
const idsOf = (people: readonly StaffPerson[]): string[] => people.map(({ playerid }) => playerid);

const toEntry = (person: StaffPerson) => ({ id: person.playerid, name: person.name, note: describePerson(person) });
