import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
import { type XmlElement, xpathOf } from './xml.ts';

/** The element that a reference names. */
export type Find = (reference: XmlElement) => XmlElement;

/**
 * The children of these names, also those of the details of a territory (3.8: Worldwide, else the first one) and of
 * the edition of a recording (4.3).
 */
export function all(element: XmlElement | undefined, ...names: string[]): XmlElement[] {
  if (!element) return [];
  const details = element.children.filter(({ name }) => name.endsWith('DetailsByTerritory'));
  const worldwide = details.find(({ children }) =>
    children.some(({ name, text }) => name === 'TerritoryCode' && (text === 'Worldwide' || text === '2136')),
  );
  const editions = element.children.filter(({ name }) => name === 'SoundRecordingEdition');
  return [element, worldwide ?? details[0], ...editions].flatMap(
    (part) => part?.children.filter(({ name }) => names.includes(name)) ?? [],
  );
}

export const first = (element: XmlElement | undefined, ...names: string[]): XmlElement | undefined =>
  all(element, ...names)[0];

/** White space of several lines is one space; undefined when there is none. */
export const textOf = (element: XmlElement | undefined): string | undefined =>
  element?.text.replaceAll(/\s+/g, ' ') || undefined;

/** Each text once. */
export const listTexts = (elements: XmlElement[]): string[] => [
  ...new Set(elements.flatMap((element) => textOf(element) ?? [])),
];

/** The text behind names of children, one below the other; `A|B` takes either. */
export const textAt = (element: XmlElement | undefined, ...names: string[]): string | undefined =>
  textOf(names.reduce<XmlElement | undefined>((found, name) => first(found, ...name.split('|')), element));

/** The name of a party in a contributor, an artist or the list of parties. */
export function readParty(element: XmlElement, find: Find): string | undefined {
  const reference = first(element, 'ArtistPartyReference', 'ContributorPartyReference');
  return textAt(reference ? find(reference) : element, 'PartyName', 'FullName');
}

const ANCHORS = new Map([
  ['PartyReference', /^Party$/],
  ['ResourceReference', /^(SoundRecording|Image|Video|Text|MIDI|SheetMusic|Software|UserDefinedResource)$/],
  ['ReleaseReference', /^(Release|TrackRelease|ClipRelease)$/],
]);
const TARGETS: [name: RegExp, anchor: string][] = [
  [/^(.+PartyReference|ReleaseLabelReference)$/, 'PartyReference'],
  [/^(Linked)?ReleaseResourceReference$/, 'ResourceReference'],
  [/^DealReleaseReference$/, 'ReleaseReference'],
];

/**
 * Checks every reference of the message.
 * @throws DeliveryRefusal for one that leads nowhere, and for an anchor that is there twice
 */
export function indexReferences(root: XmlElement): Find {
  const targets = new Map<string, XmlElement>();
  const anchors = new Map<string, XmlElement>();
  const references: [XmlElement, key: string][] = [];
  const visit = (element: XmlElement) => {
    const { name, parent, text } = element;
    if (parent && ANCHORS.get(name)?.test(parent.name)) {
      const key = `${name} ${text}`;
      const other = anchors.get(key);
      if (other) throw new DeliveryRefusal(`${xpathOf(element)}: "${text}" is that of ${xpathOf(other)}, too.`);
      anchors.set(key, element);
      targets.set(key, parent);
    }
    const anchor = TARGETS.find(([pattern]) => pattern.test(name))?.[1];
    if (anchor) references.push([element, `${anchor} ${text}`]);
    element.children.forEach(visit);
  };
  visit(root);
  for (const [element, key] of references)
    if (!targets.has(key))
      throw new DeliveryRefusal(
        `${xpathOf(element)}: "${element.text}" leads nowhere: no ${key.split(' ')[0]} says it.`,
      );
  const found = new Map(references.map(([element, key]) => [element, targets.get(key)]));
  return (reference) => found.get(reference) ?? reference;
}
