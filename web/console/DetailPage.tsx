import { ChevronLeft, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Failed } from '../catalogue/Failed.tsx';
import { buttonClass } from '../design/Button.tsx';
import { classNames } from '../design/classNames.ts';
import { EmptyState } from '../design/EmptyState.tsx';
import { Icon } from '../design/Icon.tsx';
import { getRefusalCode } from '../platform/errorText.ts';
import styles from './sections.module.css';

interface Props<Data> {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  back: ReactNode;
  /** Stands there until it is loaded. */
  skeleton: ReactNode;
  /** Says that it could not be loaded, and what to do. */
  failed: { title: string; hint?: string };
  /** Instead of `failed` where the server says that it does not exist, or belongs to somebody else. */
  unknown?: { title: string; hint: string; icon: LucideIcon };
  className: string | undefined;
  children: (data: Data) => ReactNode;
}

const UNKNOWN: unknown[] = ['RELEASE_NOT_FOUND', 'LABEL_NOT_FOUND', 'LIST_NOT_FOUND', 'VALIDATION'];

/** A page about one thing: what was loaded, or that it is loading, unknown or cannot be loaded. */
export function DetailPage<Data>({ query, back, skeleton, failed, unknown, className, children }: Props<Data>) {
  const { data, error, refetch } = query;
  const isUnknown = UNKNOWN.includes(getRefusalCode(error));
  const missing =
    unknown && isUnknown ? (
      <EmptyState heading="h1" {...unknown} />
    ) : (
      <Failed heading="h1" {...failed} onRetry={refetch} />
    );
  return (
    <div className={className}>
      {back}
      {data === undefined ? (error ? missing : skeleton) : children(data)}
    </div>
  );
}

interface BackProps {
  to: string;
  icon?: LucideIcon;
  children: ReactNode;
}

/** The link above the title to the list that it came from. */
export function BackLink({ to, icon = ChevronLeft, children }: BackProps) {
  return (
    <Link to={to} className={classNames(buttonClass({ variant: 'plain', size: 'small' }), styles.back)}>
      <Icon icon={icon} size={18} />
      {children}
    </Link>
  );
}
