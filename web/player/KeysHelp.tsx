import { X } from 'lucide-react';
import { Fragment } from 'react';
import { Checkbox } from '../design/Checkbox.tsx';
import { Dialog } from '../design/Dialog.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { useSettings } from '../platform/settingsStore.ts';
import { type TextKey, useText } from '../platform/text.ts';
import styles from './KeysHelp.module.css';
import { setKeyHelpOpen } from './panelStore.ts';

/** `keys` are alternatives; `+` joins keys that are pressed together. */
const sections: { title: TextKey; shortcuts: { keys: string[]; text: TextKey }[] }[] = [
  {
    title: 'keys.player',
    shortcuts: [
      { keys: ['Space'], text: 'keys.play' },
      { keys: ['←', '→'], text: 'keys.seek' },
      { keys: ['Shift+←', 'Shift+→'], text: 'keys.seek-far' },
      { keys: ['J'], text: 'keys.previous' },
      { keys: ['K'], text: 'keys.next' },
      { keys: ['M'], text: 'keys.mute' },
    ],
  },
  {
    title: 'keys.lists',
    shortcuts: [
      { keys: ['←', '→', '↑', '↓'], text: 'keys.walk' },
      { keys: ['Home', 'End'], text: 'keys.row-ends' },
      { keys: ['Ctrl+Home', 'Ctrl+End'], text: 'keys.list-ends' },
      { keys: ['Page ↑', 'Page ↓'], text: 'keys.screen' },
      { keys: ['Enter'], text: 'keys.open' },
      { keys: ['Shift+Space', 'Ctrl+Click', '⌘+Click'], text: 'keys.select' },
      { keys: ['Shift+↑', 'Shift+↓', 'Shift+Click'], text: 'keys.select-range' },
      { keys: ['Esc'], text: 'keys.select-none' },
    ],
  },
  {
    title: 'keys.seek-bar',
    shortcuts: [
      { keys: ['←', '→'], text: 'keys.seek' },
      { keys: ['Page ↑', 'Page ↓'], text: 'keys.seek-page' },
      { keys: ['Home', 'End'], text: 'keys.song-ends' },
    ],
  },
  {
    title: 'keys.desk',
    shortcuts: [
      { keys: ['F', 'E', 'S'], text: 'keys.desk-decide' },
      { keys: ['R'], text: 'keys.desk-react' },
      { keys: ['Ctrl+Enter', '⌘+Enter'], text: 'keys.desk-send' },
      { keys: ['Enter', 'Backspace'], text: 'keys.desk-next' },
      { keys: ['Z', 'Ctrl+Z'], text: 'keys.desk-undo' },
      { keys: ['1–9', '0'], text: 'keys.desk-tenths' },
      { keys: ['↑', '↓'], text: 'keys.desk-tracks' },
      { keys: ['H', 'V'], text: 'keys.desk-hook' },
      { keys: ['P', 'Shift+P'], text: 'keys.desk-playlist' },
      { keys: ['D', 'I'], text: 'keys.desk-more' },
      { keys: ['A'], text: 'keys.on-air' },
    ],
  },
  {
    title: 'shelf.title',
    shortcuts: [
      { keys: ['1–4'], text: 'keys.shelf-state' },
      { keys: ['V', 'B'], text: 'keys.shelf-vote' },
      { keys: ['N'], text: 'keys.shelf-edit' },
      { keys: ['A'], text: 'keys.on-air' },
    ],
  },
  {
    title: 'keys.elsewhere',
    shortcuts: [
      { keys: ['Ctrl+K', '⌘+K'], text: 'keys.search' },
      { keys: ['Ctrl+Z', '⌘+Z'], text: 'keys.undo' },
      { keys: ['F6'], text: 'keys.notice' },
      { keys: ['↑', '↓'], text: 'keys.reorder' },
      { keys: ['←', '→'], text: 'keys.column' },
      { keys: ['Esc'], text: 'keys.close' },
      { keys: ['?'], text: 'keys.help' },
    ],
  },
];

export function KeysHelp() {
  const t = useText();
  const hasLetterKeys = useSettings((setting) => setting.hasLetterKeys);
  const close = () => setKeyHelpOpen(false);
  return (
    <Dialog label={t('keys.title')} onClose={close}>
      <div className={styles.help}>
        <header className={styles.head}>
          <h2>{t('keys.title')}</h2>
          <IconButton icon={X} label={t('common.close')} onClick={close} />
        </header>
        <div className={styles.sections}>
          {sections.map(({ title, shortcuts }) => (
            <section key={title}>
              <h3 className={styles.title}>{t(title)}</h3>
              <dl className={styles.rows}>
                {shortcuts.map(({ keys, text }) => (
                  <Fragment key={text}>
                    <dt>{t(text)}</dt>
                    <dd className={styles.keys}>
                      {keys.map((combination) => (
                        <kbd key={combination}>{combination}</kbd>
                      ))}
                    </dd>
                  </Fragment>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <Checkbox
          label={t('keys.letters')}
          hint={t('keys.letters-hint')}
          checked={hasLetterKeys}
          onChange={({ target }) => useSettings.setState({ hasLetterKeys: target.checked })}
        />
      </div>
    </Dialog>
  );
}
