import type { Site } from '@promenade/contract/site';

export const PRODUCT_NAME = 'Promenade';

const defaults: Site = {
  supportUrl: '',
  supportEmail: '',
  privacyUrl: '',
  companyUrl: '',
  termsUrl: '',
  companyName: '',
  applyAccountUrl: '/signup',
  moreMusicUrl: '',
};

/** Configuration of the installation from the data block of the page. An empty URL hides its link. */
export function parseSite(block: string | null | undefined): Site {
  return block?.trim() ? { ...defaults, ...(JSON.parse(block) as Partial<Site>) } : defaults;
}

export const site: Site = parseSite(document.getElementById('site')?.textContent);
