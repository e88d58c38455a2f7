import type { StaffPerson } from '@promenade/contract/label';
import { hasWords, usePickerFilter } from '../../catalogue/Picker.tsx';
import { Combobox } from '../../design/Combobox.tsx';
import { getCountryName } from '../../platform/countryName.ts';
import { getLanguage, useText } from '../../platform/text.ts';
import { useStaffReleases } from '../data.ts';
import { useLabelPeople } from './editorData.ts';

/** Never with an address (requirements decision 35). */
export const describePerson = ({ title, company, country }: StaffPerson): string =>
  [title, company, getCountryName(country, getLanguage())].filter(Boolean).join(', ');

interface PeopleProps {
  labelid: string;
  label: string;
  onPerson: (playerid: string) => void;
  /** Also takes addresses. */
  onAddress?: (address: string) => void;
}

export function PeoplePicker({ labelid, label, onPerson, onAddress }: PeopleProps) {
  const t = useText();
  const { text, setText, filter } = usePickerFilter();
  const { data, isPlaceholderData } = useLabelPeople(labelid, filter);
  const isLoaded = filter === text.trim() && !isPlaceholderData;
  const address = text.trim();
  const isAddress = onAddress && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address);
  return (
    <Combobox
      label={label}
      placeholder={onAddress ? t('label.people-or-address') : t('label.people-filter')}
      value={text}
      onChange={setText}
      options={(data?.items ?? [])
        // Enter chooses nobody of an earlier filter.
        .filter(({ name, title, company }) => isLoaded || hasWords(`${name} ${title} ${company}`, text))
        .map((person) => ({ id: person.playerid, text: person.name, note: describePerson(person) }))}
      createOption={isAddress ? { id: ADDRESS, text: t('label.deliver-to', { address }) } : undefined}
      onSelect={(id) => (id === ADDRESS ? onAddress?.(address) : onPerson(id))}
    />
  );
}

const ADDRESS = 'address';

interface ReleaseProps {
  labelid: string;
  /** A release that is not offered. */
  except: string;
  label: string;
  onRelease: (releaseid: string) => void;
}

export function ReleasePicker({ labelid, except, label, onRelease }: ReleaseProps) {
  const t = useText();
  const { text, setText, filter } = usePickerFilter();
  const { data, isPlaceholderData } = useStaffReleases({ labelid, sort: '-date', ...(filter && { filter }) });
  const isLoaded = filter === text.trim() && !isPlaceholderData;
  return (
    <Combobox
      label={label}
      placeholder={t('label.find')}
      value={text}
      onChange={setText}
      options={(data?.items ?? [])
        .filter(({ releaseid }) => releaseid !== except)
        .filter(({ title, artist }) => isLoaded || hasWords(`${title} ${artist}`, text))
        .map(({ releaseid, title, artist }) => ({ id: releaseid, text: title, note: artist }))}
      onSelect={onRelease}
    />
  );
}
