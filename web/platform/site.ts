import type { Site } from '@promenade/contract/site';

export const PRODUCT_NAME = 'Promenade';

const unset: Site = {
  supportUrl: '',
  supportEmail: '',
  privacyUrl: '',
  companyUrl: '',
  termsUrl: '',
  companyName: '',
  applyAccountUrl: '/signup',
  moreMusicUrl: '',
};

/** What the installation decided, from the data block of the page; an empty address means: show no such link. */
export function readSite(block: string | null | undefined): Site {
  return block?.trim() ? { ...unset, ...(JSON.parse(block) as Partial<Site>) } : unset;
}

export const site: Site = readSite(document.getElementById('site')?.textContent);
