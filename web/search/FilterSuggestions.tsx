import { ProposedKind, proposedNames } from '@promenade/contract/releaseFields';
import { Link } from 'react-router';
import { useOptions } from '../catalogue/data.ts';
import { buttonClass } from '../design/Button.tsx';
import { filterLabel, filterParam, listFilterOptions } from '../gallery/filters.ts';
import { foldText } from '../platform/format.ts';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import styles from './FilterSuggestions.module.css';

const types = ProposedKind.options.map((kind) => proposedNames[kind]);
/** One letter begins too many names. */
const LETTERS_MIN = 2;
const SUGGESTIONS_MAX = 8;

/** Links to the releases of the genres, moods and instruments whose names the search text begins. */
export function FilterSuggestions({ query }: { query: string }) {
  const t = useText();
  const { options } = useOptions();
  if (!options || query.length < LETTERS_MIN) return null;
  const found = types
    .flatMap((type) => listFilterOptions(options, type).map((choice) => ({ ...choice, type })))
    .filter(({ name }) => isBeginning(query, name))
    .slice(0, SUGGESTIONS_MAX);
  if (found.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t('search.filters')}>
      {found.map(({ type, id, name }) => {
        const text = t('search.filter-by', { type: t(filterLabel(type)), name });
        return (
          <li key={`${type} ${id}`}>
            <Link
              to={`${paths.releases}?${new URLSearchParams({ [filterParam(type)]: id })}`}
              className={buttonClass({ size: 'small' })}
            >
              <span className="ellipsis">{text}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** Each word of the query begins a word of the name. Spaces do not matter: "hiphop" begins "Hip-Hop". */
function isBeginning(query: string, name: string): boolean {
  const [typed, words] = [splitWords(query), splitWords(name)];
  if (typed.length === 0) return false;
  return (
    typed.every((text) => words.some((word) => word.startsWith(text))) || words.join('').startsWith(typed.join(''))
  );
}

const splitWords = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
