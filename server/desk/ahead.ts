import type { ReleaseDetail } from '@promenade/contract/catalogue';
import { getReleaseDetail } from '../catalogue/detail.ts';
import { createMediaToken } from '../media/stream.ts';
import type { AppContext } from '../platform/context.ts';
import type { Caller } from '../platform/http/caller.ts';
import { requireRefusal } from '../platform/http/refusal.ts';
import type { JsonText } from '../platform/http/serve.ts';

type Context = Pick<AppContext, 'db' | 'secrets' | 'now'>;

/** Releases in this order, each authorised by itself; a refused one costs no other. */
export async function listReleasesAhead(
  context: Context,
  { caller, query: { releaseids } }: { caller: Caller; query: { releaseids: string[] } },
): Promise<JsonText> {
  const items = await Promise.all(releaseids.map((releaseid) => getReleaseAhead(context, caller, releaseid)));
  return { json: `{"items":[${items.join(',')}]}` };
}

async function getReleaseAhead(context: Context, caller: Caller, releaseid: string): Promise<string> {
  const { db, now } = context;
  try {
    const { json } = await getReleaseDetail(db, { ...caller, releaseid }, now());
    const { songs } = JSON.parse(json) as ReleaseDetail;
    const first = songs.find(({ assettype, duration }) => assettype === 'audio' && duration > 0);
    const audio = first && {
      trackid: first.trackid,
      ...(await createMediaToken(context, caller, { kind: 'audio', id: first.trackid, purpose: 'stream' })).data,
    };
    return `{"isfound":true,"releaseid":"${releaseid}","release":${json},"audio":${JSON.stringify(audio ?? null)}}`;
  } catch (failure) {
    return JSON.stringify({ isfound: false, releaseid, code: requireRefusal(failure).code });
  }
}
