import type { CompiledQuery, RawBuilder } from 'kysely';
import { keepNewest } from '../process/keepNewest.ts';
import type { Db } from './db.ts';

/** Texts of each statement, of some kB: sizes of pages are the caller's to choose. */
const KEPT = 300;

/**
 * A large statement that is asked often: to put its text together took longer than the rest of asking. It is put together
 * once for each shape; `build` gets stand-ins for the values, which can only go into the statement as they are. A value
 * that stands in several places is sent once. Its own texts hold no `$1`.
 */
export function shaped<Shape, Values extends object, Row>(
  build: (shape: Shape, values: Values) => RawBuilder<Row>,
): (db: Db, shape: Shape, values: Values) => Promise<Row[]> {
  const statements = new Map<string, CompiledQuery<Row>>();
  return async (db, shape, values) => {
    const key = JSON.stringify(shape);
    const known = statements.get(key);
    const statement = known ?? eachOnce(build(shape, standIns as Values).compile(db));
    if (!known) keepNewest(statements, key, statement, KEPT);
    const parameters = statement.parameters.map((one) =>
      typeof one === 'symbol' ? values[one.description as keyof Values] : one,
    );
    const { rows } = await db.executeQuery<Row>({ ...statement, parameters });
    return rows;
  };
}

/** Each name's is a symbol of that name. */
const standIns: object = new Proxy({}, { get: (_none, name) => Symbol.for(String(name)) });

/** Parameters that are the same become one. */
function eachOnce<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  const parameters = [...new Set(query.parameters)];
  const sql = query.sql.replace(/\$(\d+)/g, (_number, nth) => `$${parameters.indexOf(query.parameters[nth - 1]) + 1}`);
  return { ...query, sql, parameters };
}
