import type { AudienceList, StaffDocument } from '@promenade/contract/label';
import { UserMinus, Users } from 'lucide-react';
import { Link } from 'react-router';
import { PickerButton, SearchPicker } from '../../console/SearchPicker.tsx';
import sections from '../../console/sections.module.css';
import { buttonClass } from '../../design/Button.tsx';
import { foldText } from '../../platform/format.ts';
import { type Translate, useText } from '../../platform/text.ts';
import { listPath, listsPath } from '../consolePaths.ts';
import { useAudienceCounts, usePeopleLists } from '../lists/listsData.ts';
import styles from './Audience.module.css';
import { EntryList } from './EntryList.tsx';
import type { AudienceBody } from './editorData.ts';

interface Props {
  document: StaffDocument;
  labelid: string;
  onChange: (change: (audience: AudienceBody) => Partial<AudienceBody>) => void;
}

/** The lists and groups of people that a release goes to, those that are kept out, and how they will hear of it. */
export function AudienceLists({ document, labelid, onChange }: Props) {
  const t = useText();
  const { audience, mayedit } = document;
  const add = (listid: string) =>
    onChange(({ lists = [], excludedlists = [] }) => ({
      lists: [...lists.filter((id) => id !== listid), listid],
      excludedlists: excludedlists.filter((id) => id !== listid),
    }));
  const keepOut = (listid: string) =>
    onChange(({ lists = [], excludedlists = [] }) => ({
      lists: lists.filter((id) => id !== listid),
      excludedlists: [...excludedlists.filter((id) => id !== listid), listid],
    }));
  const remove = (listid: string) =>
    onChange(({ lists = [], excludedlists = [] }) => ({
      lists: lists.filter((id) => id !== listid),
      excludedlists: excludedlists.filter((id) => id !== listid),
    }));
  const onRemove = mayedit ? remove : undefined;
  return (
    <>
      <EntryList
        title={t('listed.in-audience')}
        entries={audience.lists.map((list) => toEntry(t, list))}
        onRemove={onRemove}
      />
      {audience.lists.length > 0 && <Counts document={document} labelid={labelid} />}
      <EntryList
        title={t('listed.kept-out')}
        entries={audience.excludedlists.map((list) => toEntry(t, list))}
        onRemove={onRemove}
      />
      {mayedit && (
        <div className={styles.buttons}>
          <PickerButton icon={Users} label={t('listed.add-list')}>
            {(close) => (
              <ListPicker
                labelid={labelid}
                label={t('listed.add-list')}
                except={audience.lists}
                onClose={close}
                onList={add}
              />
            )}
          </PickerButton>
          <PickerButton icon={UserMinus} label={t('listed.keep-list-out')}>
            {(close) => (
              <ListPicker
                labelid={labelid}
                label={t('listed.keep-list-out')}
                except={audience.excludedlists}
                onClose={close}
                onList={keepOut}
              />
            )}
          </PickerButton>
          <Link to={listsPath(labelid)} className={buttonClass({ variant: 'plain', size: 'small' })}>
            {t('listed.manage')}
          </Link>
        </div>
      )}
    </>
  );
}

/** How the people of the lists hear of the release. Whether they have accounts is not told. */
function Counts({ document, labelid }: { document: StaffDocument; labelid: string }) {
  const t = useText();
  const { lists, excludedlists } = document.audience;
  const { data } = useAudienceCounts(
    labelid,
    lists.map(({ listid }) => listid),
    excludedlists.map(({ listid }) => listid),
    document.version,
  );
  if (!data) return null;
  const { listed, recipients, mailed, suppressed, unsubscribed, excluded } = data;
  const parts = [
    t('listed.count-listed', { count: listed }),
    ...(recipients > 0 ? [t('listed.count-recipients', { count: recipients })] : []),
    ...(listed > mailed ? [t('listed.count-mailed', { count: mailed })] : []),
    ...(suppressed > 0 ? [t('listed.bounced', { count: suppressed })] : []),
    ...(unsubscribed > 0 ? [t('listed.left', { count: unsubscribed })] : []),
    ...(excluded > 0 ? [t('listed.count-excluded', { count: excluded })] : []),
  ];
  return (
    <p className={sections.hint} role="status">
      {parts.join(', ')}
    </p>
  );
}

const toEntry = (t: Translate, { listid, name, people }: AudienceList) => ({
  id: listid,
  name,
  note: t('listed.people-total', { count: people }),
  link: <Link to={listPath(listid)}>{name}</Link>,
});

interface PickerProps {
  labelid: string;
  label: string;
  /** Lists that are not offered. */
  except: readonly AudienceList[];
  onList: (listid: string) => void;
  onClose: () => void;
}

function ListPicker({ labelid, label, except, onList, onClose }: PickerProps) {
  const t = useText();
  const useFound = (filter: string) => {
    const { data, isPlaceholderData } = usePeopleLists(labelid);
    const items = data?.items.filter(({ name }) => foldText(name).includes(foldText(filter)));
    return { data: items && { items }, isPlaceholderData };
  };
  return (
    <SearchPicker
      label={label}
      placeholder={t('listed.find-list')}
      useFound={useFound}
      toOption={({ listid, name, people }) =>
        except.some((list) => list.listid === listid)
          ? undefined
          : { id: listid, text: name, note: t('listed.people-total', { count: people }) }
      }
      empty={t('listed.no-list-found')}
      onSelect={(list) => {
        onClose();
        if (list) onList(list.listid);
      }}
    />
  );
}
