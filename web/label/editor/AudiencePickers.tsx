import { parseAddresses } from '@promenade/contract/addresses';
import { useMemo } from 'react';
import { hasWords, usePickerFilter } from '../../catalogue/Picker.tsx';
import { Combobox } from '../../design/Combobox.tsx';
import { useText } from '../../platform/text.ts';
import { useStaffReleases } from '../data.ts';
import { describePerson } from '../People.tsx';
import type { useTypedText } from '../typedText.ts';
import { useLabelPeople } from './editorData.ts';

interface PeopleProps {
  labelid: string;
  /** The text that is typed and not taken yet. */
  typed: ReturnType<typeof useTypedText>;
  label: string;
  onPerson: (playerid: string) => void;
  /** Also takes addresses. False when they were not saved. */
  onAddresses?: (addresses: string[]) => Promise<boolean>;
  onClose: () => void;
}

export function PeoplePicker({ labelid, typed, label, onPerson, onAddresses, onClose }: PeopleProps) {
  const t = useText();
  const { text, setText, filter } = usePickerFilter(typed);
  const { data, isPlaceholderData } = useLabelPeople(labelid, filter);
  const isLoaded = filter === text.trim() && !isPlaceholderData;
  const { addresses, wrong } = useMemo(() => parseAddresses(onAddresses ? text : ''), [text, onAddresses]);
  const [address] = addresses;
  const deliver = async () => {
    if (!(await onAddresses?.(addresses))) return;
    // What is wrong stays to be mended.
    setText(wrong.join(', '));
    if (wrong.length === 0) onClose();
  };
  return (
    <div
      onPaste={(event) => {
        // The field has one line: line ends would vanish between two addresses.
        const pasted = event.clipboardData.getData('text');
        if (!onAddresses || !/[\r\n]/.test(pasted.trim())) return;
        event.preventDefault();
        setText(pasted.trim().replaceAll(/[\r\n]+/g, ', '));
      }}
    >
      <Combobox
        label={label}
        placeholder={onAddresses ? t('label.people-or-address') : t('label.people-filter')}
        value={text}
        onChange={setText}
        options={(data?.items ?? [])
          // Enter chooses nobody of an earlier filter.
          .filter(({ name, title, company }) => isLoaded || hasWords(`${name} ${title} ${company}`, text))
          .map((person) => ({ id: person.playerid, text: person.name, note: describePerson(person) }))}
        createOption={
          address === undefined
            ? undefined
            : {
                id: ADDRESS,
                text:
                  addresses.length === 1
                    ? t('label.deliver-to', { address })
                    : t('label.deliver-to-addresses', { count: addresses.length }),
              }
        }
        empty={isLoaded ? t(onAddresses ? 'label.nobody-or-address' : 'label.nobody-found') : undefined}
        onSelect={(id) => {
          if (id === ADDRESS) return void deliver();
          setText('');
          onPerson(id);
        }}
      />
    </div>
  );
}

const ADDRESS = 'address';

interface ReleaseProps {
  labelid: string;
  typed: PeopleProps['typed'];
  /** A release that is not offered. */
  except: string;
  label: string;
  onRelease: (releaseid: string) => void;
}

export function ReleasePicker({ labelid, typed, except, label, onRelease }: ReleaseProps) {
  const t = useText();
  const { text, setText, filter } = usePickerFilter(typed);
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
      empty={isLoaded ? t('label.no-release-found') : undefined}
      onSelect={(id) => {
        setText('');
        onRelease(id);
      }}
    />
  );
}
