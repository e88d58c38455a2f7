import { lineRules, RULE_FILES } from './lineRules.ts';
import { ownFiles, readText } from './sources.ts';
import { findLongFiles, treeRules } from './treeRules.ts';

/** Checks every file below `root` against the line and tree rules. */
export function checkArchitecture(root: string) {
  const files = ownFiles(root).filter((path) => path !== 'package-lock.json');
  const lineFindings = files.flatMap((path) => checkLines(root, path));
  const treeFindings = treeRules.flatMap(({ name, advice, findViolations }) =>
    findViolations(root).map((location) => ({ rule: name, location, advice })),
  );
  return {
    files: files.length,
    rules: lineRules.length + treeRules.length,
    findings: [...lineFindings, ...treeFindings],
  };
}

function checkLines(root: string, path: string) {
  const rules = lineRules.filter(({ files, except }) => files.test(path) && !except?.test(path));
  if (rules.length === 0 || RULE_FILES.test(path)) return [];
  return readText(root, path)
    .split('\n')
    .flatMap((line, index) =>
      rules
        .filter(({ pattern, unless }) => pattern.test(line) && !unless?.test(line))
        .map(({ name, advice }) => ({ rule: name, location: `${path}:${index + 1}`, advice })),
    );
}

if (import.meta.main) {
  const root = process.cwd();
  const { files, rules, findings } = checkArchitecture(root);
  for (const { path, lines } of findLongFiles(root)) console.log(`consider splitting: ${path} has ${lines} lines`);
  for (const { rule, location, advice } of findings) console.error(`${rule}: ${location} (${advice})`);
  console.log(`architecture: ${files} files, ${rules} rules, ${findings.length} violations`);
  if (files === 0 || findings.length > 0) process.exitCode = 1;
}
