import { createInterface } from 'node:readline';
import { openDb } from '../platform/database/db.ts';
import { joinEmbeddedPostgres } from '../platform/postgres/embeddedPostgres.ts';

/** Joins the database of a folder, runs each line of stdin as a statement and prints the rows; `leave` ends the process. */
const member = await joinEmbeddedPostgres(process.argv[2] ?? '', {
  durable: process.argv[3] === 'durable',
  onRestart: (problem) => console.log(problem ? 'lost' : `restarted ${member.pid()}`),
});
const { pool, close } = openDb(member.connection, 1);
console.log(`joined ${member.pid()} ${member.connection.host}`);

for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'leave') break;
  const answer = await pool.query(line).then(({ rows }) => JSON.stringify(rows), String);
  console.log(`answer ${answer}`);
}
await close();
await member.leave();
// The parent process keeps the pipe open.
process.stdin.destroy();
