import { codeFiles, ownFiles, readText } from './sources.ts';

const TEXTS = 'web/public/players/musicsite/en.json';
const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;

/** Text keys of the web app that no file uses. Unknown keys are type errors already. */
export function findUnusedTexts(root: string): string[] {
  if (!ownFiles(root).includes(TEXTS)) return [];
  const used = new Set<string>();
  const patterns: RegExp[] = [];
  for (const path of codeFiles(root)) {
    if (!path.startsWith('web/') || /\.test\.tsx?$/.test(path)) continue;
    for (const [, single, double, template] of readText(root, path).matchAll(LITERAL)) {
      const text = single ?? double ?? template ?? '';
      if (template?.includes('${')) patterns.push(toPattern(text));
      else used.add(text);
    }
  }
  const isAsked = (key: string) => used.has(key) || patterns.some((pattern) => pattern.test(key));
  return listKeys(JSON.parse(readText(root, TEXTS)) as Texts).filter(
    (key) => !isAsked(key.replace(/_(one|other)$/, '')),
  );
}

interface Texts {
  [key: string]: string | Texts;
}

const listKeys = (texts: Texts, path = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${path}${key}`] : listKeys(value, `${path}${key}.`),
  );

/** A template such as `notice.${category}` uses every key of that shape; one that begins with a placeholder uses none. */
function toPattern(template: string): RegExp {
  const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return /^[a-z-]+\\\./.test(parts[0] ?? '') ? new RegExp(`^${parts.join('[\\w-]+')}$`) : /^(?!)/;
}
