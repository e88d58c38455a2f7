import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import * as copy from 'pg-copy-streams';

// Reads and writes whole tables. Each function takes a connection, because a backup is one snapshot on one connection.

export type Client = Pick<pg.ClientBase, 'query'> | Pick<pg.Pool, 'query'>;

export interface Table {
  schema: string;
  name: string;
  /** Without generated columns. */
  columns: string[];
}

export interface TableDigest {
  rows: number;
  /** Sum of a hash of each row, whatever their order. */
  digest: string;
}

export interface Partition {
  schema: string;
  name: string;
  parent: string;
  /** `FOR VALUES …` */
  bound: string;
}

export interface Sequence {
  schema: string;
  name: string;
  value: string;
  isCalled: boolean;
}

const quote = ({ schema, name }: { schema: string; name: string }) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
const quoteAll = (names: string[]) => names.map((name) => pg.escapeIdentifier(name)).join(', ');

/** The schema of the installation, which is first on the search path, and that of its jobs. */
const IS_OWN = `n.nspname in (current_schema(), 'pgboss')`;

/** All tables in the order of their foreign keys; a partitioned table stands for its partitions. */
async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { oid: number; references: number[] }>(`
    select c.oid::int8 as oid, n.nspname as schema, c.relname as name,
      array(select attname::text from pg_attribute a where a.attrelid = c.oid and attnum > 0 and not attisdropped
        and attgenerated = '' order by attnum) as columns,
      array(select distinct f.confrelid::int8 from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as references
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and ${IS_OWN}
    order by n.nspname, c.relname`);
  const sorted: typeof rows = [];
  let waiting = rows;
  while (waiting.length > 0) {
    const done = new Set(sorted.map(({ oid }) => Number(oid)));
    const next = waiting.filter(({ references }) => references.every((oid) => done.has(Number(oid))));
    if (next.length === 0) throw new Error(`Tables reference each other: ${waiting.map(quote).join(', ')}.`);
    sorted.push(...next);
    waiting = waiting.filter((table) => !next.includes(table));
  }
  return sorted.map(({ schema, name, columns }) => ({ schema, name, columns }));
}

/** The name of any table; undefined in an empty database. */
export async function findTable(client: Client): Promise<string | undefined> {
  const [table] = await listTables(client);
  return table && `${table.schema}.${table.name}`;
}

export async function listPartitions(client: Client): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(`
    select n.nspname as schema, c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
    where c.relispartition and c.relkind = 'r' and ${IS_OWN} order by n.nspname, c.relname`);
  return rows;
}

/** Creates the partitions that are missing; the others come with the schema. */
export async function createPartitions(client: Client, partitions: Partition[]): Promise<void> {
  for (const { schema, name, parent, bound } of partitions)
    await client.query(
      `create table if not exists ${quote({ schema, name })} partition of ${quote({ schema, name: parent })} ${bound}`,
    );
}

export async function listSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and ${IS_OWN} order by n.nspname, c.relname`);
  const sequences: Sequence[] = [];
  for (const sequence of rows) {
    const { rows: values } = await client.query<Pick<Sequence, 'value' | 'isCalled'>>(
      `select last_value::text as value, is_called as "isCalled" from ${quote(sequence)}`,
    );
    for (const value of values) sequences.push({ ...sequence, ...value });
  }
  return sequences;
}

export async function setSequences(client: Client, sequences: Sequence[]): Promise<void> {
  for (const sequence of sequences)
    await client.query('select setval($1::regclass, $2, $3)', [quote(sequence), sequence.value, sequence.isCalled]);
}

/** The first 64 bits of the SHA-256 of each row, added up. */
export async function digestTable(client: Client, table: Table): Promise<TableDigest> {
  const { rows } = await client.query<TableDigest>(`
    select count(*)::int8 as rows, coalesce(sum(('x' || encode(substr(sha256(convert_to(row(
      ${quoteAll(table.columns)})::text, 'UTF8')), 1, 8), 'hex'))::bit(64)::int8::numeric), 0)::text as digest
    from ${quote(table)}`);
  const [row] = rows;
  if (!row) throw new Error('An aggregate returned no row.');
  return { rows: Number(row.rows), digest: row.digest };
}

/** Starts a snapshot in which all tables are read. Changes of the schema wait until it ends. */
export async function beginSnapshot(client: Client): Promise<Table[]> {
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
  const tables = await listTables(client);
  await client.query('begin isolation level repeatable read read only');
  await client.query(`lock table ${tables.map(quote).join(', ')} in access share mode`);
  return listTables(client);
}

/** Writes a table into a file and syncs it. */
export async function copyToFile(client: Client, table: Table, path: string): Promise<void> {
  const rows = client.query(copy.to(`copy (select ${quoteAll(table.columns)} from ${quote(table)}) to stdout`));
  await pipeline(rows, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
}

/** Empties all tables; migrations may have filled some. */
export async function truncateTables(client: Client, tables: Table[]): Promise<void> {
  await client.query(`truncate ${tables.map(quote).join(', ')}`);
}

/** Fills a table from a file. Its triggers do not run: the rows that they made are in other files. */
export async function copyFromFile(client: Client, table: Table, path: string): Promise<void> {
  await client.query(`alter table ${quote(table)} disable trigger user`);
  const rows = client.query(copy.from(`copy ${quote(table)} (${quoteAll(table.columns)}) from stdin`));
  await pipeline(createReadStream(path), rows);
  await client.query(`alter table ${quote(table)} enable trigger user`);
}

/** The version of the job tables; null when there are none. */
export async function getJobsVersion(client: Client): Promise<number | null> {
  const { rows: found } = await client.query<{ is: boolean }>(`select to_regclass('pgboss.version') is not null as is`);
  if (!found[0]?.is) return null;
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version');
  return rows[0]?.version ?? null;
}

export async function listAppliedMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name');
  return rows.map(({ name }) => name);
}

export async function getSchema(client: Client): Promise<string> {
  const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
  return rows[0]?.schema ?? 'public';
}

/** Deletes what an unfinished restore left. */
export async function dropSchemas(client: Client): Promise<void> {
  const schema = pg.escapeIdentifier(await getSchema(client));
  await client.query('drop schema if exists pgboss cascade');
  await client.query(`drop schema ${schema} cascade`);
  await client.query(`create schema ${schema}`);
}
