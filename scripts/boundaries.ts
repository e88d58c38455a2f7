import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseOptions, type IModule } from 'dependency-cruiser';
import config from '../.dependency-cruiser.mjs';
import { CODE_FOLDERS, codeFiles, readText } from './sources.ts';

/**
 * Checks every import below `root` against the rules in .dependency-cruiser.mjs. `unread` lists imports on disk that the
 * parser did not report.
 */
export async function checkBoundaries(root: string) {
  const { enhancedResolveOptions, ...options } = config.options;
  const folders = CODE_FOLDERS.filter((folder) => existsSync(join(root, folder)));
  const { output } = await cruise(
    folders,
    { ...options, baseDir: root, validate: true, ruleSet: { forbidden: config.forbidden } } as ICruiseOptions,
    enhancedResolveOptions,
  );
  if (typeof output === 'string') throw new Error('dependency-cruiser returned text instead of a graph.');
  const files = codeFiles(root);
  return {
    files: files.length,
    imports: output.modules.reduce((sum, module) => sum + module.dependencies.length, 0),
    violations: output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    unread: findUnreadImports(root, files, output.modules),
  };
}

const IMPORT_LINE = /^(?:import|export)\b[^;'"`]*?\bfrom\s+'([^']+)'|^import\s+'([^']+)'/gm;

/** Files and import lines on disk that are missing from the graph, so that a parser that reads nothing fails. */
export function findUnreadImports(
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
  for (const missed of unread) console.error(`not parsed: ${missed}`);
  console.log(
    `boundaries: ${files} files, ${imports} imports, ${config.forbidden.length} rules, ${violations.length} violations`,
  );
  if (files === 0 || violations.length > 0 || unread.length > 0) process.exitCode = 1;
}
