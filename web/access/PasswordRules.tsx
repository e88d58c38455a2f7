import { type PasswordRule, passwordRules } from '@promenade/contract/access';
import { Circle, CircleCheck } from 'lucide-react';
import { classNames } from '../design/classNames.ts';
import { Icon } from '../design/Icon.tsx';
import { useText } from '../platform/text.ts';
import styles from './AccessForm.module.css';

const rules = Object.keys(passwordRules) as PasswordRule[];

export const meetsRules = (password: string): boolean => rules.every((rule) => passwordRules[rule](password));

/** Checklist of the rules that the password meets so far (requirement A-RESET-14). */
export function PasswordRules({ password, id }: { password: string; id: string }) {
  const t = useText();
  return (
    <ul id={id} className={styles.rules} aria-label={t('reset.rules')}>
      {rules.map((rule) => {
        const isMet = passwordRules[rule](password);
        return (
          <li key={rule} className={classNames(styles.rule, isMet && styles.met)}>
            <span className={styles.mark}>
              <Icon icon={isMet ? CircleCheck : Circle} size={16} />
            </span>
            <span>
              {t(`reset.rule-${rule}`)}
              <span className="visuallyHidden">, {t(isMet ? 'reset.rule-met' : 'reset.rule-open')}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
