import type { releases } from '@promenade/contract/catalogue';
import { API_TIMEOUT_MS } from '@promenade/contract/limits';
import type { RouteAnswer } from '@promenade/contract/route';
import { ACCESS_KEY, getStorage, readSlice, setStateOwner } from './persistedState.ts';
import { decodePayload, isExpired } from './tokenPayload.ts';

// A script of its own without libraries, which runs while those of the app are loading. In a browser with a session it
// inserts the links of `<template id="signed-in">`, which fetch the scripts of the gallery, sends the gallery's call and
// fetches the first covers.

/** The first row of a phone. */
const FIRST_COVERS = 2;

interface Setting {
  sort?: string;
  days?: number | null;
  view?: 'grid' | 'list';
}

let first: { url: string; authorization: string; response: Promise<Response> } | undefined;

/** Sends the call that the gallery at this address makes first, unless the session has to be renewed before. */
export function startFirstCall({ pathname, search }: Pick<Location, 'pathname' | 'search'>, now: number): void {
  const accessToken = getStorage().getItem(ACCESS_KEY);
  if (accessToken === null) return;
  insertLinks('signed-in');
  const { playerid, exp = 0 } = (decodePayload(accessToken) ?? {}) as { playerid?: string; exp?: number };
  // Not from paths.ts, which imports a library.
  if (pathname !== '/releases' || isExpired({ exp }, now)) return;
  setStateOwner(playerid);
  const { sort = '-date', days = null, view } = (readSlice('setting') ?? {}) as Setting;
  // The query of the page is that of the call, without the order chosen last.
  const query = new URLSearchParams(search);
  if (!query.has('sort')) {
    query.set('sort', sort);
    if (days !== null) query.set('days', String(days));
  }
  query.set('page', '1');
  const url = `/api/release?${query}`;
  const authorization = `Bearer ${accessToken}`;
  const headers = { accept: 'application/json', authorization };
  const response = fetch(url, { headers, signal: AbortSignal.timeout(API_TIMEOUT_MS) });
  if (view === 'list') response.catch(() => undefined);
  else response.then(fetchCovers).catch(() => undefined);
  first = { url, authorization, response };
}

/** The covers that a person sees first do not wait for the scripts that show them. */
async function fetchCovers(response: Response): Promise<void> {
  const { items } = (await response.clone().json()) as RouteAnswer<typeof releases>;
  for (const { thumbnail } of items.slice(0, FIRST_COVERS))
    if (thumbnail) Object.assign(new Image(), { fetchPriority: 'high', src: thumbnail });
}

/** Gives the response to the first call, once, for the same request of the same session. */
export function takeFirstResponse(url: string, headers: HeadersInit | undefined): Promise<Response> | undefined {
  if (first?.url !== url || first.authorization !== new Headers(headers).get('authorization')) return undefined;
  const { response } = first;
  first = undefined;
  return response;
}

/** Fetches the scripts and style sheets of what a press may open. */
export function prefetchScreens(): void {
  // Browsers warn of a preloaded style sheet that stays unused, and Firefox asks `default-src` for a prefetched one.
  const content = document.querySelector<HTMLTemplateElement>('template#later')?.content;
  for (const sheet of content?.querySelectorAll('[as=style]') ?? []) {
    fetch(sheet.getAttribute('href') ?? '').catch(() => undefined);
    sheet.remove();
  }
  insertLinks('later');
}

/** Inserts the links of a template of the page, which fetch scripts and style sheets without running them. */
function insertLinks(template: 'signed-in' | 'later'): void {
  const links = document.querySelector<HTMLTemplateElement>(`template#${template}`);
  if (links) document.head.append(links.content);
}

startFirstCall(window.location, Date.now());
