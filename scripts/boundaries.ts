import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult, type IModule } from 'dependency-cruiser';
import config from '../.dependency-cruiser.mjs';
import { CODE_FOLDERS, codeFiles, readText } from './sources.ts';

/** One broken rule: its name, and who imports whom. */
export interface Violation {
  rule: string;
  from: string;
  to: string;
}

/** What a run saw: how much was read, what broke a rule, what the reader missed. */
export interface BoundaryReport {
  files: number;
  imports: number;
  violations: Violation[];
  unread: string[];
}

/** Reads every import below `root` and holds it against the table in .dependency-cruiser.mjs. */
export async function checkBoundaries(root: string): Promise<BoundaryReport> {
  const { enhancedResolveOptions, ...options } = config.options;
  const folders = CODE_FOLDERS.filter((folder) => existsSync(join(root, folder)));
  const { output } = await cruise(
    folders,
    { ...options, baseDir: root, validate: true, ruleSet: { forbidden: config.forbidden } } as ICruiseOptions,
    enhancedResolveOptions,
  );
  if (typeof output === 'string') throw new Error('The import reader answered with text instead of a graph.');
  const files = codeFiles(root);
  return {
    files: files.length,
    imports: output.modules.reduce((sum, module) => sum + module.dependencies.length, 0),
    violations: violationsOf(output),
    unread: unreadImports(root, files, output.modules),
  };
}

function violationsOf({ summary }: ICruiseResult): Violation[] {
  return summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
}

const IMPORT_LINE = /^(?:import|export)\b[^;'"`]*?\bfrom\s+'([^']+)'|^import\s+'([^']+)'/gm;

/** The files and import lines that are on disk and not in the graph: a reader that sees nothing must not pass. */
export function unreadImports(
  root: string,
  files: string[],
  modules: Pick<IModule, 'source' | 'dependencies'>[],
): string[] {
  const graph = new Map(modules.map((module) => [module.source, module]));
  return files.flatMap((file) => {
    const module = graph.get(file);
    if (!module) return [file];
    const seen = new Set(module.dependencies.map((dependency) => dependency.module.replace(/^node:/, '')));
    return [...readText(root, file).matchAll(IMPORT_LINE)]
      .map((line) => line[1] ?? line[2] ?? '')
      .filter((target) => !seen.has(target.replace(/^node:/, '')))
      .map((target) => `${file} -> ${target}`);
  });
}

if (import.meta.main) {
  const { files, imports, violations, unread } = await checkBoundaries(process.cwd());
  for (const { rule, from, to } of violations) console.error(`${rule}: ${from} -> ${to}`);
  for (const missed of unread) console.error(`not read: ${missed}`);
  console.log(
    `boundaries: ${files} files, ${imports} imports, ${config.forbidden.length} rules, ${violations.length} broken`,
  );
  if (files === 0 || violations.length > 0 || unread.length > 0) process.exitCode = 1;
}
