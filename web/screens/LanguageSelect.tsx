import { ChevronDown, Globe } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Icon } from '../design/Icon.tsx';
import { chooseLanguage } from '../platform/settingStore.ts';
import { type Language, language, languages, useText } from '../platform/text.ts';
import styles from './LanguageSelect.module.css';

const english: Language[] = [{ code: 'en', name: 'English' }];

/** The language of the screens; a native list, because it stands on the page that must load fastest. */
export function LanguageSelect() {
  const t = useText();
  const [offered, setOffered] = useState(english);
  useEffect(() => void languages().then(setOffered), []);
  return (
    <label className={styles.language}>
      <Icon icon={Globe} size={18} />
      <span className="visuallyHidden">{t('auth.language')}</span>
      <select
        className={styles.select}
        value={language()}
        onChange={(event) => void chooseLanguage(event.target.value)}
      >
        {offered.map(({ code, name }) => (
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
