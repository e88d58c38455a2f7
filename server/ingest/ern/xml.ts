import { SaxesParser } from 'saxes';
import { DeliveryRefusal, formatBytes } from '../../catalogue/document/deliveryRules.ts';

export interface XmlElement {
  /** Without prefix. */
  name: string;
  namespace: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  /** Of the element itself, trimmed. */
  text: string;
  parent: XmlElement | null;
  /** From 1, among the siblings of the same name. */
  position: number;
}

export const XML_BYTES_MAX = 20 * 1024 ** 2;
const DEPTH_MAX = 40;
/** An album of a hundred songs has some 5,000. */
const ELEMENTS_MAX = 100_000;
const ATTRIBUTES_MAX = 100;
const TEXT_MAX = 100_000;

/** Such as `/NewReleaseMessage/ResourceList/SoundRecording[3]`. */
export function xpathOf({ name, parent, position }: XmlElement): string {
  const isAlone = position === 1 && parent?.children.filter((child) => child.name === name).length === 1;
  return `${parent ? xpathOf(parent) : ''}/${name}${isAlone || !parent ? '' : `[${position}]`}`;
}

/**
 * Reads an XML document without DTD.
 * @throws DeliveryRefusal with the XPath
 */
export function parseXml(bytes: Buffer): XmlElement {
  if (bytes.length > XML_BYTES_MAX)
    throw new DeliveryRefusal(`The message is larger than ${formatBytes(XML_BYTES_MAX)}.`);
  const parser = new SaxesParser({ xmlns: true });
  // The parser would take members of Object.prototype, such as `toString`, for entities.
  parser.ENTITIES = Object.assign(Object.create(null) as object, { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" });
  let root: XmlElement | undefined;
  let current: XmlElement | null = null;
  let elements = 0;
  let depth = 0;
  const positions = new WeakMap<XmlElement, Map<string, number>>();
  const refuse = (reason: string): never => {
    throw new DeliveryRefusal(`${current ? xpathOf(current) : '/'}: ${reason}`);
  };
  parser.on('error', ({ message }) => refuse(`line ${parser.line}: it is not valid XML (${message}).`));
  parser.on('doctype', () => refuse('a DOCTYPE is not allowed.'));
  let attributes = 0;
  parser.on('opentagstart', () => {
    attributes = 0;
  });
  parser.on('attribute', () => {
    if (++attributes > ATTRIBUTES_MAX) refuse(`an element has more than ${ATTRIBUTES_MAX} attributes.`);
  });
  parser.on('opentag', (tag) => {
    if (++elements > ELEMENTS_MAX) refuse(`the message has more than ${ELEMENTS_MAX} elements.`);
    if (++depth > DEPTH_MAX) refuse(`elements are more than ${DEPTH_MAX} levels deep.`);
    const counts = current && (positions.get(current) ?? new Map<string, number>());
    const position = (counts?.get(tag.local) ?? 0) + 1;
    if (current && counts) positions.set(current, counts.set(tag.local, position));
    const element: XmlElement = {
      name: tag.local,
      namespace: tag.uri,
      attributes: Object.fromEntries(Object.values(tag.attributes).map(({ local, value }) => [local, value])),
      children: [],
      text: '',
      parent: current,
      position,
    };
    current?.children.push(element);
    root ??= element;
    current = element;
  });
  const addText = (text: string) => {
    if (!current) return;
    current.text += text;
    if (current.text.length > TEXT_MAX) refuse(`the text has more than ${TEXT_MAX} characters.`);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    depth--;
    if (!current) return;
    current.text = current.text.trim();
    current = current.parent;
  });
  parser.write(decodeXml(bytes)).close();
  return root ?? refuse('the message is empty.');
}

const ENCODINGS = new Set([
  'utf-8',
  'utf8',
  'us-ascii',
  'utf-16',
  'utf-16le',
  'utf-16be',
  'iso-8859-1',
  'windows-1252',
]);

function decodeXml(bytes: Buffer): string {
  const encoding = detectEncoding(bytes);
  if (!ENCODINGS.has(encoding)) throw new DeliveryRefusal(`The encoding "${encoding}" is not supported: use UTF-8.`);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new DeliveryRefusal(`The message is not valid ${encoding.toUpperCase()} text, as it declares.`);
  }
}

function detectEncoding(bytes: Buffer): string {
  if (bytes[0] === 0xff || (bytes[0] === 0x3c && bytes[1] === 0)) return 'utf-16le';
  if (bytes[0] === 0xfe || (bytes[0] === 0 && bytes[1] === 0x3c)) return 'utf-16be';
  if (bytes[0] === 0xef) return 'utf-8';
  return (
    /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.-]+)/.exec(bytes.toString('latin1', 0, 400))?.[1]?.toLowerCase() ??
    'utf-8'
  );
}
