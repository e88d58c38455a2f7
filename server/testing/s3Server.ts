import { whenOver } from './cleanUp.ts';
import { openS3Server, type S3Server } from './s3Engine.ts';

/** Starts an S3 server until the test or test file is over. */
export async function startS3Server(): Promise<S3Server> {
  const server = await openS3Server();
  whenOver(server.close);
  return server;
}
