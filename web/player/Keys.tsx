import { lazy, Suspense } from 'react';
import { useKeys } from './keys.ts';
import { useKeysHelp } from './keysHelpStore.ts';

const KeysHelp = lazy(async () => ({ default: (await import('./KeysHelp.tsx')).KeysHelp }));

/** Listens to the keys of the player; shows nothing but their list, when it is asked for. */
export function Keys() {
  useKeys();
  const isOpen = useKeysHelp((help) => help.isOpen);
  return isOpen ? (
    <Suspense fallback={null}>
      <KeysHelp />
    </Suspense>
  ) : null;
}
