import { join } from 'node:path';
import { readText } from './sources.ts';

// Lists the production packages of package-lock.json with their licences, and those that run a script when installed.

export interface Package {
  name: string;
  version: string;
  licence: string;
  /** Only installed where the platform needs it. */
  optional: boolean;
  hasInstallScript: boolean;
}

interface LockEntry {
  version?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  link?: boolean;
  hasInstallScript?: boolean;
  integrity?: string;
}

const FOLDER = 'node_modules/';

export function readLock(root: string): [path: string, entry: LockEntry][] {
  const { packages } = JSON.parse(readText(root, 'package-lock.json')) as { packages: Record<string, LockEntry> };
  return Object.entries(packages).filter(([path, { link }]) => path.includes(FOLDER) && !link);
}

/** Each package once per version, by name. */
export function listProductionPackages(root: string): Package[] {
  const packages = readLock(root)
    .filter(([, { dev }]) => !dev)
    .map(([path, { version = '', license, optional = false, hasInstallScript = false }]) => ({
      name: path.slice(path.lastIndexOf(FOLDER) + FOLDER.length),
      version,
      licence: license ?? 'not declared',
      optional,
      hasInstallScript,
    }));
  const byName = new Map(packages.map((one) => [`${one.name}@${one.version}`, one]));
  return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

if (import.meta.main) {
  const packages = listProductionPackages(join(import.meta.dirname, '..'));
  for (const [licence, some] of Map.groupBy(packages, (one) => one.licence))
    console.log(`${licence}: ${some.map(({ name, version }) => `${name} ${version}`).join(', ')}\n`);
  const always = packages.filter(({ optional }) => !optional).length;
  const scripts = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
  console.log(`${packages.length} production packages, ${always} of them on every platform.`);
  console.log(`With an install script: ${scripts.join(', ') || 'none'}.`);
}
