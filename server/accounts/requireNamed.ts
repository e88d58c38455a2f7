import type { ErrorCode } from '@promenade/contract/errors';
import type { NameKind } from '@promenade/contract/operatorCatalogue';
import { proposedNames } from '@promenade/contract/releaseFields';
import { findNamed, type NamedRow } from '../catalogue/names/nameQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { ExplainedRefusal } from '../platform/http/refusal.ts';

/** In the audit trail and in sentences. */
export const kindNames = {
  labels: 'label',
  packages: 'package',
  ...proposedNames,
  markets: 'market',
} as const;

/** Locks one by its id, name or former name. @throws `unknown` */
export async function requireNamed(
  db: Db,
  kind: NameKind,
  text: string,
  { unknown = 'NOT_FOUND', ...options }: { unknown?: ErrorCode; isName?: boolean } = {},
): Promise<NamedRow> {
  const row = await findNamed(db, kind, text, options);
  if (!row) throw new ExplainedRefusal(unknown, `There is no ${kindNames[kind]} "${text}".`);
  return row;
}
