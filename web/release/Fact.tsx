import type { ReactNode } from 'react';
import { classNames } from '../design/classNames.ts';
import { CopyButton } from './CopyButton.tsx';
import styles from './Fact.module.css';

interface Props {
  name: string;
  /** What its copy button copies; without it there is none. */
  copied?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A name and its value, inside a `dl`. */
export function Fact({ name, copied, className, children }: Props) {
  return (
    <div className={classNames(styles.fact, className)}>
      <dt>{name}</dt>
      <dd>
        {typeof children === 'string' ? <bdi>{children}</bdi> : children}
        {copied && <CopyButton name={name} value={copied} />}
      </dd>
    </div>
  );
}
