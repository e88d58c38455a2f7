import { Link } from 'react-router';
import { useText } from '../platform/text.ts';
import { operatorPath } from './operatorPath.ts';

interface Props {
  playerid: string | null;
  name: string | null;
  /** Null: the account was deleted. */
  email: string | null;
}

/** The page of a person whom a trace found. */
export function AccountLink({ playerid, name, email }: Props) {
  const t = useText();
  if (playerid === null || email === null) return t('trace.deleted');
  return (
    <Link to={operatorPath('people/:playerid', { playerid })} className="link">
      {name ? `${name} (${email})` : email}
    </Link>
  );
}
