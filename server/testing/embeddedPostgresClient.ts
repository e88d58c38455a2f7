import { createInterface } from 'node:readline';
import { openDb } from '../platform/database/db.ts';
import { joinEmbedded } from '../platform/postgres/embedded.ts';

/** Joins the database of a folder, runs each line of its stdin as a statement and prints the answer; `leave` ends it. */
const member = await joinEmbedded(process.argv[2] ?? '', {
  durable: process.argv[3] === 'durable',
  onRestart: (problem) => console.log(problem ? 'lost' : `again ${member.pid()}`),
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
console.log('left');
// Whoever started this keeps the other end open.
process.stdin.destroy();
