import { codeFiles, ownFiles, readText } from './sources.ts';

const TEXTS = 'web/public/players/musicsite/en.json';
const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;

/** Keys of the browser's texts that no file asks for. A key that does not exist is an error of the types already. */
export function unusedTexts(root: string): string[] {
  if (!ownFiles(root).includes(TEXTS)) return [];
  const asked = new Set<string>();
  const patterns: RegExp[] = [];
  for (const path of codeFiles(root)) {
    if (!path.startsWith('web/') || /\.test\.tsx?$/.test(path)) continue;
    for (const [, single, double, template] of readText(root, path).matchAll(LITERAL)) {
      const text = single ?? double ?? template ?? '';
      if (template?.includes('${')) patterns.push(patternOf(text));
      else asked.add(text);
    }
  }
  const isAsked = (key: string) => asked.has(key) || patterns.some((pattern) => pattern.test(key));
  return keysOf(JSON.parse(readText(root, TEXTS)) as Texts).filter((key) => !isAsked(key.replace(/_(one|other)$/, '')));
}

interface Texts {
  [key: string]: string | Texts;
}

const keysOf = (texts: Texts, path = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${path}${key}`] : keysOf(value, `${path}${key}.`),
  );

/** `notice.${category}` asks for every text of that shape; a template that begins with a value asks for none. */
function patternOf(template: string): RegExp {
  const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return /^[a-z-]+\\\./.test(parts[0] ?? '') ? new RegExp(`^${parts.join('[\\w-]+')}$`) : /^(?!)/;
}
