import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { type Connection, type Database, openDb } from '../platform/database/db.ts';

/** A private database and where it answers, for what opens its own connections. */
export interface TestDatabase extends Database {
  connection: Connection;
}

/**
 * A migrated, empty database of this test file's own. Called at the top of a file it goes when the file ends; called inside
 * beforeAll, close it yourself.
 */
export async function testDb(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const server = { host: inject('databaseSocket'), port: 5432, user: 'promenade' };
  await command(server, `create database ${name} template promenade`);
  const connection = { ...server, database: name };
  const database = openDb(connection, 4);
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= database.close().then(() => command(server, `drop database ${name} with (force)`));
    return closed;
  };
  afterAll(close);
  return { ...database, connection, close };
}

async function command(server: Connection, text: string): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
