import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plantTree } from './plantedTree.ts';

const root = join(import.meta.dirname, '..');

/** For each rule that this project leans on, a line that breaks it. */
const plants = {
  'no-floating-promises':
    'export async function save(): Promise<void> {}\nexport const forget = (): void => { save(); };\n',
  'switch-exhaustiveness-check':
    "export function name(side: 'a' | 'b'): string { switch (side) { case 'a': return 'A'; } return ''; }\n",
  'no-explicit-any': 'export const one = (given: any): unknown => given;\n',
  'no-non-null-assertion': 'export const first = (list: string[]): string => list[0]!;\n',
  'no-default-export': 'export default 1;\n',
  'no-console': "console.log('here');\n",
};

test('the linter reads types and sees each planted violation', () => {
  const files = Object.entries(plants).map(([rule, text]) => [`${rule}.ts`, text]);
  const { root: tree, remove } = plantTree({
    ...Object.fromEntries(files),
    'focused.test.ts': "test.only('one', () => { expect(1).toBe(1); });\n",
    'tsconfig.json': JSON.stringify({
      compilerOptions: { strict: true, noEmit: true, target: 'esnext', module: 'esnext' },
    }),
  });
  try {
    copyFileSync(join(root, '.oxlintrc.json'), join(tree, '.oxlintrc.json'));
    const { stdout } = spawnSync(join(root, 'node_modules', '.bin', 'oxlint'), ['--format=unix'], {
      cwd: tree,
      encoding: 'utf8',
    });
    for (const rule of [...Object.keys(plants), 'no-focused-tests']) expect(stdout, stdout).toContain(`(${rule})`);
  } finally {
    remove();
  }
});
