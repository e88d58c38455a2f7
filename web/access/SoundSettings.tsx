import { Dropdown } from '../design/Dropdown.tsx';
import { canMatchLevels } from '../platform/browser.ts';
import { type LevelMatching, useSettings } from '../platform/settingsStore.ts';
import { useText } from '../platform/text.ts';
import styles from './Account.module.css';

const levelMatchings: readonly LevelMatching[] = ['desk', 'always', 'never'];

/** Where songs are brought to one loudness, or why they are not (requirements decision 46). */
export function SoundSettings() {
  const t = useText();
  const levelMatching = useSettings((setting) => setting.levelMatching);
  const canMatch = canMatchLevels();
  return (
    <section className={styles.panel} aria-labelledby="sound">
      <h2 id="sound" className={styles.heading}>
        {t('settings.sound-title')}
      </h2>
      {canMatch && (
        <div className={styles.fields}>
          <Dropdown
            label={t('settings.levels')}
            value={levelMatching}
            options={levelMatchings.map((value) => ({ value, text: t(`settings.levels-${value}`) }))}
            onChange={(value) => useSettings.setState({ levelMatching: value as LevelMatching })}
          />
        </div>
      )}
      <p className={styles.hint}>{canMatch ? t('settings.levels-hint') : t('settings.levels-unavailable')}</p>
    </section>
  );
}
