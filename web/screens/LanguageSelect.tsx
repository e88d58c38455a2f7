import { ChevronDown, Globe } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Icon } from '../design/Icon.tsx';
import { setLanguage } from '../platform/settingsStore.ts';
import { ENGLISH_ONLY, fetchLanguages, getLanguage, useText } from '../platform/text.ts';
import styles from './LanguageSelect.module.css';

/** A native select: the sign-in page has the smallest size budget. */
export function LanguageSelect() {
  const t = useText();
  const [languages, setLanguages] = useState(ENGLISH_ONLY);
  useEffect(() => void fetchLanguages().then(setLanguages), []);
  return (
    <label className={styles.language}>
      <Icon icon={Globe} size={18} />
      <span className="visuallyHidden">{t('auth.language')}</span>
      <select
        className={styles.select}
        value={getLanguage()}
        onChange={(event) => void setLanguage(event.target.value)}
      >
        {languages.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <span className={styles.arrow}>
        <Icon icon={ChevronDown} size={16} />
      </span>
    </label>
  );
}
