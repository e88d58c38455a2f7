import {
  Archive,
  ArrowDownToLine,
  ArrowLeft,
  ChevronRight,
  Flag,
  Info,
  Keyboard,
  ListEnd,
  ListPlus,
  type LucideIcon,
  MessageSquareText,
  Play,
  RadioTower,
  RefreshCw,
  RotateCcw,
  Undo2,
} from 'lucide-react';
import { Button } from '../design/Button.tsx';
import { classNames } from '../design/classNames.ts';
import { IconButton } from '../design/IconButton.tsx';
import { MenuButton } from '../design/MenuButton.tsx';
import { useSettings } from '../platform/settingsStore.ts';
import { type TextKey, useText } from '../platform/text.ts';
import styles from './DeskButtons.module.css';
import type { DeskActions } from './useDeskKeys.ts';

interface Props {
  actions: DeskActions;
  isPhone: boolean;
  /** The release is known: it can be decided. */
  isReady: boolean;
  hasVersions: boolean;
  isWaiting: boolean;
  onBegin: () => void;
  canUndo: boolean;
  canGoBack: boolean;
  result: string;
}

type Name = Exclude<keyof DeskActions, 'any' | 'tenth'>;
interface DeskButton {
  name: Name;
  icon: LucideIcon;
  word: TextKey;
  keys: string;
}

const decisions: readonly DeskButton[] = [
  { name: 'archive', icon: Archive, word: 'desk.archive', keys: 'E' },
  { name: 'later', icon: ListEnd, word: 'desk.later', keys: 'S' },
  { name: 'next', icon: ChevronRight, word: 'desk.next', keys: 'Enter' },
  { name: 'react', icon: MessageSquareText, word: 'desk.react', keys: 'R' },
  { name: 'flag', icon: Flag, word: 'desk.flag', keys: 'F' },
];
const others: readonly DeskButton[] = [
  { name: 'back', icon: ArrowLeft, word: 'desk.back', keys: 'Backspace' },
  { name: 'hook', icon: RotateCcw, word: 'desk.hook', keys: 'H' },
  { name: 'version', icon: RefreshCw, word: 'desk.next-version', keys: 'V' },
  { name: 'download', icon: ArrowDownToLine, word: 'desk.download', keys: 'D' },
  { name: 'playlist', icon: ListPlus, word: 'desk.playlist', keys: 'P' },
  { name: 'air', icon: RadioTower, word: 'desk.on-air', keys: 'A' },
  { name: 'page', icon: Info, word: 'desk.page', keys: 'I' },
  { name: 'help', icon: Keyboard, word: 'player.keys', keys: '?' },
];

/** A button for each key of the desk. None is disabled: a disabled button would keep the focus and swallow the keys. */
export function DeskButtons({ actions, isPhone, isReady, hasVersions, isWaiting, onBegin, result, ...can }: Props) {
  const t = useText();
  const hasLetterKeys = useSettings((setting) => setting.hasLetterKeys);
  const isKeyed = ({ keys }: DeskButton) => !isPhone && (hasLetterKeys || keys.length > 1);
  const isOff: Partial<Record<Name, boolean>> = { back: !can.canGoBack, version: !hasVersions };
  return (
    <div className={styles.bar}>
      {isWaiting && (
        <Button variant="primary" size="large" fullWidth icon={Play} iconFilled onClick={onBegin}>
          {t(isPhone ? 'desk.begin-tap' : 'desk.begin')}
        </Button>
      )}
      <div className={styles.decisions} role="group" aria-label={t('desk.decide')}>
        {decisions.map((button) => (
          <Button
            key={button.name}
            icon={button.icon}
            variant={button.name === 'flag' ? 'primary' : 'secondary'}
            className={styles.decision}
            aria-disabled={!isReady || undefined}
            aria-keyshortcuts={isKeyed(button) ? button.keys : undefined}
            onClick={actions[button.name]}
          >
            {t(button.word)}
            {isKeyed(button) && <kbd aria-hidden>{button.keys}</kbd>}
          </Button>
        ))}
      </div>
      {isPhone ? (
        <MenuButton
          label={t('desk.more')}
          className={styles.menu}
          items={others
            .filter(({ name }) => name !== 'help')
            .map(({ name, icon, word }) => ({
              id: name,
              icon,
              label: t(word),
              isDisabled: isOff[name] ?? false,
              onAction: () => actions[name]?.(),
            }))}
        />
      ) : (
        <div className={styles.others} role="group" aria-label={t('desk.more')}>
          {others.map((button) => (
            <IconButton
              key={button.name}
              icon={button.icon}
              label={isKeyed(button) ? t('desk.with-key', { word: t(button.word), key: button.keys }) : t(button.word)}
              className={styles.other}
              aria-disabled={isOff[button.name] || undefined}
              onClick={actions[button.name]}
            />
          ))}
        </div>
      )}
      <div className={styles.last}>
        <span className={classNames('ellipsis', styles.result)} title={result}>
          {result}
        </span>
        <Button
          icon={Undo2}
          size="small"
          className={styles.undo}
          aria-disabled={!can.canUndo || undefined}
          aria-keyshortcuts="Z"
          onClick={actions.undo}
        >
          {t('desk.undo')}
        </Button>
      </div>
    </div>
  );
}
