import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTAINED, listShippedPackages, type Package } from './packages.ts';

// Writes the licences of everything shipped, and its software bill of materials, into `dist/`. Run it before the
// development packages are removed: some of them are in the built web app.

const LICENCE_FILE = /^(licen[cs]e|copying|notice|ofl)([.-].*)?$/i;
const INTRODUCTION = `Promenade contains the software below. Libraries under the LGPL are shipped unchanged, each in a file of its own, and may be
replaced by another build of the same library.`;

/** The notices of all packages; a package of another platform has its licence without its text. */
export function writeNotices(root: string, packages: Package[]): string {
  const contained = Object.entries(CONTAINED).map(([name, what]) => `- ${name} contains ${what}.`);
  const sections = packages.map(({ name, version, licence, path }) =>
    [`## ${name} ${version}: ${licence}`, ...readLicences(join(root, path))].join('\n\n'),
  );
  return [`# Third-party notices`, INTRODUCTION, contained.join('\n'), ...sections, ''].join('\n\n');
}

function readLicences(folder: string): string[] {
  const files = ['', 'dist'].flatMap((part) => listLicences(join(folder, part)));
  return files.map((file) => readFileSync(file, 'utf8').trim());
}

const listLicences = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
        .map(({ name }) => join(folder, name))
    : [];

/** The packages as a software bill of materials (CycloneDX 1.6). */
export function buildBom(version: string, packages: Package[]) {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'promenade', version } },
    components: packages.map(({ name, version, licence, integrity }) => ({
      type: 'library',
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      licenses: [
        licence.includes(' ') ? { expression: licence.replace(/^\((.*)\)$/, '$1') } : { license: { name: licence } },
      ],
      hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
    })),
  };
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const folder = join(root, 'dist');
  const packages = listShippedPackages(root);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.md'), writeNotices(root, packages));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(buildBom(version, packages), null, 2)}\n`);
  console.log(`dist/THIRD-PARTY-NOTICES.md and dist/sbom.cdx.json: ${packages.length} packages`);
}
