import type { Delivery } from '@promenade/contract/delivery';
import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
import { DAY_MS } from '../../platform/process/days.ts';
import { all, first, textAt } from './elements.ts';
import { type XmlElement, xpathOf } from './xml.ts';

type Period = Pick<Delivery, 'available' | 'ends'>;

/**
 * When the release can be heard: from the earliest start of its deals to the latest end. Times without a zone are UTC.
 * `none` when it has no deal, `ended` when it has none that goes on.
 */
export function readDeals(
  root: XmlElement,
  release: XmlElement,
  now: Date,
  warnings: string[],
): Period | 'none' | 'ended' {
  const reference = textAt(release, 'ReleaseReference');
  const given = all(first(root, 'DealList'), 'ReleaseDeal')
    .filter((deal) => all(deal, 'DealReleaseReference').some(({ text }) => text === reference))
    .flatMap((deal) => all(deal, 'Deal').flatMap((item) => all(item, 'DealTerms')));
  if (given.length === 0) return 'none';
  const terms = given.filter((item) => textAt(item, 'TakeDown') !== 'true');
  const periods = terms.map((item) => {
    const period = first(item, 'ValidityPeriod');
    const read = (isEnd: boolean, ...names: string[]) => {
      const element = first(period, ...names);
      return element?.text ? readInstant(element, isEnd, warnings) : undefined;
    };
    return { start: read(false, 'StartDateTime', 'StartDate'), end: read(true, 'EndDateTime', 'EndDate') };
  });
  const going = periods.filter(({ end }) => end === undefined || end > now.getTime());
  if (going.length === 0) return 'ended';
  const territories = new Set(
    terms.flatMap((item) => all(item, 'TerritoryCode', 'ExcludedTerritoryCode').map(({ text }) => text)),
  );
  for (const code of ['Worldwide', '2136']) territories.delete(code);
  if (territories.size > 0)
    warnings.push(
      `The deals are for some territories (${[...territories].slice(0, 5).join(', ')}), which are not kept.`,
    );
  const starts = going.flatMap(({ start }) => start ?? []);
  const ends = going.flatMap(({ end }) => end ?? []);
  const format = (time: number) => new Date(time).toISOString();
  return {
    available: starts.length > 0 ? format(Math.min(...starts)) : undefined,
    ends: ends.length === going.length ? format(Math.max(...ends)) : undefined,
  };
}

/**
 * An end without a time is the end of that day.
 * @throws DeliveryRefusal for an invalid date: without it, the release could be heard too early or too long
 */
function readInstant(element: XmlElement, isEnd: boolean, warnings: string[]): number {
  const { text } = element;
  const [, day, time, zone] =
    /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:?\d\d)?$/.exec(text) ?? [];
  const instant = Date.parse(`${day}${time ?? 'T00:00'}${zone ?? 'Z'}`);
  if (day === undefined || Number.isNaN(instant) || !new Date(`${day}T00:00Z`).toISOString().startsWith(day))
    throw new DeliveryRefusal(`${xpathOf(element)}: "${text}" is not a valid date.`);
  const warning = `"${text}" has no time zone and was taken as UTC.`;
  if (time && !zone && !warnings.includes(warning)) warnings.push(warning);
  return isEnd && !time ? instant + DAY_MS : instant;
}
