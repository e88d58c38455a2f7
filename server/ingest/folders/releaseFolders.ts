import { dirname, join } from 'node:path';
import { isSound, stemOf } from './fileKinds.ts';
import { bareName, isAttachmentFolder, isPartFolder, parseAlbumDisc, parseDisc, stripFormat } from './folderNames.ts';
import type { FolderTree } from './folderTree.ts';

/*
 * One rule for the console, the command and messages of DDEX ERN: to a release belong the smallest folder that holds all its
 * audio, and what is in no other release's folder. Folders of discs and formats (`CD1`, `WAV`) are parts of the release
 * around them; audio folders of one name in several parts are one release (`WAV/Night Pier`, `MP3/Night Pier`).
 */

/** A folder of a delivery, with what its name and those above say. */
interface FolderNode {
  tree: FolderTree;
  parent: FolderNode | undefined;
  children: FolderNode[];
  /** The names above and its own without those of parts: the same for all audio folders of a release. */
  key: string;
  /** The name without the disc, of a folder that is one disc of an album. */
  album: string | undefined;
  disc: number | null;
  /** Whether its name says only which part of a release it is. */
  isPart: boolean;
  isAttachment: boolean;
  /** How many DDEX messages the folder and its subfolders have. */
  messages: number;
  hasAudio: boolean;
}

interface Group {
  audio: FolderNode[];
  message: FolderNode | undefined;
}

/** What belongs to one release. */
export interface ReleaseFolders {
  /** Absolute path of the folder that contains everything of the release. */
  root: string;
  /** Absolute path of the folder whose name the release has. */
  path: string;
  name: string;
  /** `isNear`: it has audio, or is above all the audio. */
  folders: { tree: FolderTree; disc: number | null; isNear: boolean }[];
  /** Single files beside several releases, absolute. */
  files: string[];
  /** Folders in which `release.json` is looked for. */
  sidecarFolders: FolderTree[];
  message: FolderTree | undefined;
  /** Folders above its audio that are not its own. */
  above: FolderTree[];
  /** Folders inside its own that belong to others. */
  below: FolderTree[];
}

/** Gives the releases of a tree, and the files that belong to none of them, because they lie beside several. */
export function findReleaseFolders(tree: FolderTree): { releases: ReleaseFolders[]; shared: FolderTree[] } {
  const nodes = listNodes(buildNode(tree, undefined));
  const groups = groupFolders(nodes);
  const ownerOf = createOwners(groups);
  const folders = Map.groupBy(nodes, ownerOf);
  const named = groups.map((group) => ({ group, name: bareName(describeName(group, ownerOf).name) }));
  const shared = (folders.get(undefined) ?? []).map((node) => ({
    tree: node.tree,
    files: Map.groupBy(node.tree.files, (file) => findNamed(named, stemOf(file))),
  }));
  const releases = groups.map((group) => {
    const files = shared.flatMap(({ tree, files }) => (files.get(group) ?? []).map((file) => join(tree.path, file)));
    return describe(group, folders.get(group) ?? [], ownerOf, files);
  });
  return { releases, shared: shared.map(({ tree, files }) => ({ ...tree, files: files.get(undefined) ?? [] })) };
}

function buildNode(tree: FolderTree, parent: FolderNode | undefined): FolderNode {
  const album = parent && findAlbum(tree.name, parent.tree.folders);
  const disc = parent ? (album?.disc ?? parseDisc(tree.name)) : null;
  const isPart = parent !== undefined && !album && (disc !== null || isPartFolder(tree.name));
  const isAttachment = parent !== undefined && (parent.isAttachment || isAttachmentFolder(tree.name));
  const node: FolderNode = {
    tree,
    parent,
    children: [],
    key:
      !parent || isPart
        ? (parent?.key ?? '')
        : `${parent.key}/${(album?.album ?? stripFormat(tree.name)).toLowerCase()}`,
    album: album?.album,
    disc: disc ?? (isPart ? parent.disc : null),
    isPart,
    isAttachment,
    messages: tree.messages.length,
    hasAudio: !isAttachment && tree.files.some(isSound),
  };
  node.children = tree.folders.map((folder) => buildNode(folder, node));
  for (const child of node.children) node.messages += child.messages;
  return node;
}

/** Whether the folder is a disc of an album of which another disc is beside it. */
function findAlbum(name: string, siblings: readonly FolderTree[]): ReturnType<typeof parseAlbumDisc> {
  const found = parseAlbumDisc(name);
  const others = siblings.map((folder) => parseAlbumDisc(folder.name));
  const isSame = (other: typeof found) =>
    other && other.disc !== found?.disc && bareName(other.album) === bareName(found?.album ?? '');
  return others.some(isSame) ? found : undefined;
}

const listNodes = (node: FolderNode): FolderNode[] => [node, ...node.children.flatMap(listNodes)];
/** The folder itself and those above. */
const listAncestors = (node: FolderNode): FolderNode[] => [node, ...(node.parent ? listAncestors(node.parent) : [])];
const membersOf = ({ audio, message }: Group) => (message ? [message, ...audio] : audio);

/** Audio belongs to the message above it; without one, folders with the same key are one release. */
function groupFolders(nodes: FolderNode[]): Group[] {
  const groups = new Map<FolderNode | string, Group>();
  for (const node of nodes) if (node.tree.messages.length > 0) groups.set(node, { audio: [], message: node });
  const homes = new Map([...groups.values()].flatMap(({ message }) => (message ? [[findHome(message), message]] : [])));
  for (const node of nodes.filter(({ hasAudio }) => hasAudio)) {
    const home = listAncestors(node).find((above) => homes.has(above));
    const key = (home && homes.get(home)) ?? node.key;
    const group = groups.get(key) ?? { audio: [], message: undefined };
    group.audio.push(node);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The folder whose audio a message is about: the nearest one above it with audio and no other message. */
function findHome(message: FolderNode): FolderNode {
  const alone = listAncestors(message).filter(({ messages }) => messages === message.tree.messages.length);
  return alone.find((node) => listNodes(node).some(({ hasAudio }) => hasAudio)) ?? message;
}

/** Gives the release of a folder; undefined for one that lies beside several, or holds them. */
type FindOwner = (node: FolderNode) => Group | undefined;

function createOwners(groups: Group[]): FindOwner {
  const own = new Map(groups.flatMap((group) => membersOf(group).map((node) => [node, group] as const)));
  const below = new Map<FolderNode, Set<Group>>();
  for (const group of groups)
    for (const node of membersOf(group).flatMap(listAncestors))
      below.set(node, (below.get(node) ?? new Set()).add(group));
  const findDirect: FindOwner = (node) => {
    const [only, ...others] = below.get(node) ?? [];
    return own.get(node) ?? (others.length === 0 ? only : undefined);
  };
  const named = groups.map((group) => ({ group, name: bareName(describeName(group, findDirect).name) }));
  const owners = new Map<FolderNode, Group | undefined>();
  const find: FindOwner = (node) => {
    if (owners.has(node)) return owners.get(node);
    const above = findDirect(node) ?? (node.parent && find(node.parent));
    const owner = above ?? (below.has(node) ? undefined : findNamed(named, node.tree.name));
    owners.set(node, owner);
    return owner;
  };
  return find;
}

/** The release whose name is in the name of a file or folder beside several releases. */
function findNamed(named: { group: Group; name: string }[], text: string): Group | undefined {
  const words = ` ${bareName(text)} `;
  const found = named.filter(({ name }) => name !== '' && words.includes(` ${name} `));
  const longest = Math.max(...found.map(({ name }) => name.length));
  const [best, ...others] = found.filter(({ name }) => name.length === longest);
  return others.length === 0 ? best?.group : undefined;
}

/** The smallest folder that contains all of them. */
function findCommon([first, ...others]: FolderNode[]): FolderNode | undefined {
  const lists = others.map((node) => new Set(listAncestors(node)));
  return first && listAncestors(first).find((node) => lists.every((list) => list.has(node)));
}

/** The folder of the release, which names it; of parts, the one around them. */
function describeName(group: Group, ownerOf: FindOwner): { path: string; name: string } {
  const common = findCommon(membersOf(group));
  let node = common && ownerOf(common) === group ? common : membersOf(group)[0];
  while (node?.isPart && node.parent && ownerOf(node.parent) === group) node = node.parent;
  const { path = '', name = '' } = node?.tree ?? {};
  return { path, name: node?.parent ? (node.album ?? stripFormat(name)) : name };
}

function describe(group: Group, owned: FolderNode[], ownerOf: FindOwner, files: string[]): ReleaseFolders {
  const { audio, message } = group;
  const isOwn = (node: FolderNode) => ownerOf(node) === group;
  const common = findCommon(audio);
  const spine = (common ? listAncestors(common) : []).filter(isOwn);
  const treesOf = (nodes: FolderNode[]) => [...new Set(nodes)].filter((node) => !isOwn(node)).map(({ tree }) => tree);
  return {
    ...describeName(group, ownerOf),
    root: findCommonPath([...owned.map(({ tree }) => tree.path), ...files.map(dirname)]),
    folders: owned.map((node) => ({
      tree: node.tree,
      disc: message ? null : node.disc,
      isNear: message !== undefined || node.hasAudio || spine.includes(node),
    })),
    files,
    sidecarFolders: (message ? [message] : spine.length > 0 ? spine : audio).map(({ tree }) => tree),
    message: message?.tree,
    above: treesOf(membersOf(group).flatMap(listAncestors)),
    below: treesOf(owned.flatMap(listNodes)),
  };
}

function findCommonPath([path = '', ...others]: string[]): string {
  let common = path;
  while (others.some((other) => !join(other, '/').startsWith(join(common, '/')))) common = dirname(common);
  return common;
}
