import { createECDH } from 'node:crypto';
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { Agent, request } from 'node:https';
import { buildPushPayload, type PushSubscription } from '@block65/webcrypto-web-push';
import * as z from 'zod/mini';
import { isPublicHost } from '../access/pushEndpoint.ts';
import { deleteDevice, findDevice } from '../access/queries.ts';
import type { AppContext } from '../platform/context.ts';
import { defineJob, RETRIED } from '../platform/jobs/job.ts';
import type { Secrets } from '../platform/process/secrets.ts';

// Tells subscribed browsers how many releases came (RFC 8030). The message is encrypted for the browser (RFC 8291), and
// names no release: it may be shown on a locked screen.

const PushMessage = z.object({ endpoint: z.string(), body: z.string() });
export type PushMessage = z.infer<typeof PushMessage>;

const TIMEOUT_MS = 10_000;
/** A browser that is offline for longer finds its mails. */
const TTL_SECONDS = 24 * 3600;
/** Answers of a push service about a subscription that ended (RFC 8030 §7.3). */
const ENDED = [404, 410];

/** The keys by which push services know this installation (RFC 8292), derived from its secret: nodes share them. */
export function getPushKeys(secrets: Secrets): { publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(secrets.getKey('push'));
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') };
}

type OnLookup = (problem: NodeJS.ErrnoException | null, addresses: LookupAddress[] | string, family?: number) => void;

/** Resolves a name, but to public addresses alone: a subscription must not reach machines behind the server. */
export function lookupPublic(hostname: string, options: LookupOptions, done: OnLookup): void {
  lookup(hostname, { ...options, all: true }, (problem, addresses) => {
    const [first] = addresses ?? [];
    if (problem || !first) done(problem ?? new Error(`${hostname} has no address.`), []);
    else if (!addresses.every(({ address }) => isPublicHost(address)))
      done(new Error(`${hostname} is not on the public Internet.`), []);
    else if (options.all) done(null, addresses);
    else done(null, first.address, first.family);
  });
}

const publicAgent = new Agent({ lookup: lookupPublic });

/** Sends one message. A subscription that ended is deleted. @throws when a retry may help */
export async function sendPush(
  { db, secrets, config, address }: Pick<AppContext, 'db' | 'secrets' | 'config' | 'address'>,
  { endpoint, body }: PushMessage,
  agent = publicAgent,
): Promise<void> {
  const device = await findDevice(db, endpoint);
  if (!device) return;
  // Versions before this one stored subscriptions with other ports, which are refused now.
  if (new URL(endpoint).port !== '') return deleteDevice(db, endpoint);
  const {
    method,
    headers,
    body: encrypted,
  } = await buildPushPayload(
    {
      data: { title: 'Promenade', body, url: `${address.url}/releases` },
      options: { ttl: TTL_SECONDS },
    },
    device.subscription as PushSubscription,
    { subject: `mailto:${config.mailFrom.address}`, ...getPushKeys(secrets) },
  );
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const status = await new Promise<number>((resolve, reject) => {
    request(endpoint, { method, headers, agent, signal })
      .once('response', (response) => resolve(response.resume().statusCode ?? 0))
      // The status 101 comes without a response event, and its connection would stay open.
      .once('upgrade', (response, socket) => {
        socket.destroy();
        resolve(response.statusCode ?? 0);
      })
      .once('error', reject)
      .once('close', () => reject(new Error(`${new URL(endpoint).host} closed the connection without an answer.`)))
      .end(encrypted);
  });
  if (ENDED.includes(status)) await deleteDevice(db, endpoint);
  else if (status < 200 || status > 299)
    throw new Error(`${new URL(endpoint).host} answered ${status} to a push message.`);
}

/** A late message is of no use. */
export const pushJob = defineJob('push', (context, message) => sendPush(context, message), {
  payload: PushMessage,
  ...RETRIED,
  retryLimit: 5,
  retryDelay: 10,
  retryDelayMax: 600,
  expireInSeconds: 60,
});
