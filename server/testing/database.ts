import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Connection, type Database, openDb } from '../platform/database/db.ts';
import type { Monitoring } from '../platform/monitoring/monitoring.ts';
import { whenOver } from './cleanUp.ts';

export interface TestDatabase extends Database {
  connection: Connection;
}

/**
 * Creates a migrated, empty database and drops it when the test or test file is over.
 * @param isBlank without tables
 */
export async function createTestDatabase({
  isBlank = false,
  ...monitoring
}: { isBlank?: boolean } & Monitoring = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const server = { host: inject('databaseSocket'), port: 5432, user: 'promenade', database: 'postgres' };
  // Copying files takes half the time of copying through the log.
  await execute(server, `create database ${name} template ${isBlank ? 'template0' : 'promenade'} strategy file_copy`);
  const connection = { ...server, database: name };
  const database = openDb(connection, 4, monitoring);
  let closed: Promise<void> | undefined;
  const drop = async () => {
    await database.close();
    await execute(server, `drop database ${name} with (force)`);
  };
  const close = () => {
    closed ??= drop();
    return closed;
  };
  whenOver(close);
  return { ...database, connection, close };
}

/** Runs one statement on a new connection, so that it does not wait for statements of others. */
export async function execute(server: Connection, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
