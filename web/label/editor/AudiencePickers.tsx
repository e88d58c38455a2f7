import { parseAddresses } from '@promenade/contract/addresses';
import { useMemo } from 'react';
import { SearchPicker, type Typed } from '../../console/SearchPicker.tsx';
import { useText } from '../../platform/text.ts';
import { useStaffReleases } from '../data.ts';
import { describePerson } from '../People.tsx';
import { useLabelPeople } from './editorData.ts';

interface PeopleProps {
  labelid: string;
  /** The text that is typed and not taken yet. */
  typed: Typed;
  label: string;
  onPerson: (playerid: string) => void;
  /** Also takes addresses. False when they were not saved. */
  onAddresses?: (addresses: string[]) => Promise<boolean>;
  onClose: () => void;
}

export function PeoplePicker({ labelid, typed, label, onPerson, onAddresses, onClose }: PeopleProps) {
  const t = useText();
  const [text = '', setText] = typed;
  const { addresses, wrong } = useMemo(() => parseAddresses(onAddresses ? text : ''), [text, onAddresses]);
  const [address] = addresses;
  const useFound = (filter: string) => useLabelPeople(labelid, filter);
  const deliver = async () => {
    if (!(await onAddresses?.(addresses))) return;
    // What is wrong stays to be mended.
    setText(wrong.join(', ') || undefined);
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
      <SearchPicker
        label={label}
        placeholder={onAddresses ? t('label.people-or-address') : t('label.people-filter')}
        typed={typed}
        useFound={useFound}
        toOption={(person) => ({
          id: person.playerid,
          text: person.name,
          note: describePerson(person),
          words: `${person.name} ${person.title} ${person.company}`,
        })}
        createOption={() =>
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
        empty={t(onAddresses ? 'label.nobody-or-address' : 'label.nobody-found')}
        onSelect={(person) => (person ? onPerson(person.playerid) : void deliver())}
      />
    </div>
  );
}

const ADDRESS = 'address';

interface ReleaseProps {
  labelid: string;
  typed: Typed;
  /** A release that is not offered. */
  except: string;
  label: string;
  onRelease: (releaseid: string) => void;
}

export function ReleasePicker({ labelid, typed, except, label, onRelease }: ReleaseProps) {
  const t = useText();
  const useFound = (filter: string) => useStaffReleases({ labelid, sort: '-date', ...(filter && { filter }) });
  return (
    <SearchPicker
      label={label}
      placeholder={t('label.find')}
      typed={typed}
      useFound={useFound}
      toOption={({ releaseid, title, artist }) =>
        releaseid === except ? undefined : { id: releaseid, text: title, note: artist, words: `${title} ${artist}` }
      }
      empty={t('label.no-release-found')}
      onSelect={(release) => release && onRelease(release.releaseid)}
    />
  );
}
