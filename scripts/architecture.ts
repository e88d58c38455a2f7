import { lineRules } from './lineRules.ts';
import { ownFiles, readText } from './sources.ts';
import { longFiles, treeRules } from './treeRules.ts';

/** One broken rule, where, and what to do instead. */
export interface Finding {
  rule: string;
  where: string;
  says: string;
}

/** Holds every file below `root` against the rules that imports alone cannot show. */
export function checkArchitecture(root: string): { files: number; rules: number; findings: Finding[] } {
  const files = ownFiles(root).filter((path) => path !== 'package-lock.json');
  const inLines = files.flatMap((path) => findingsInLines(root, path));
  const inTree = treeRules.flatMap(({ name, says, broken }) =>
    broken(root).map((where) => ({ rule: name, where, says })),
  );
  return { files: files.length, rules: lineRules.length + treeRules.length, findings: [...inLines, ...inTree] };
}

function findingsInLines(root: string, path: string): Finding[] {
  const rules = lineRules.filter(({ where, notIn }) => where.test(path) && !notIn?.test(path));
  if (rules.length === 0) return [];
  return readText(root, path)
    .split('\n')
    .flatMap((line, at) =>
      rules
        .filter(({ pattern, unless }) => pattern.test(line) && !unless?.test(line))
        .map(({ name, says }) => ({ rule: name, where: `${path}:${at + 1}`, says })),
    );
}

if (import.meta.main) {
  const root = process.cwd();
  const { files, rules, findings } = checkArchitecture(root);
  for (const { path, lines } of longFiles(root)) console.log(`think again: ${path} has ${lines} lines`);
  for (const { rule, where, says } of findings) console.error(`${rule}: ${where} (${says})`);
  console.log(`architecture: ${files} files, ${rules} rules, ${findings.length} broken`);
  if (files === 0 || findings.length > 0) process.exitCode = 1;
}
