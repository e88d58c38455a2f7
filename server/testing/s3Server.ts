import { afterAll } from 'vitest';
import { openS3Server, type S3Server } from './s3Engine.ts';

/** Starts an S3 server until the end of the test file. */
export async function startS3Server(): Promise<S3Server> {
  const server = await openS3Server();
  afterAll(server.close);
  return server;
}
