import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** Sets parameters of the address, in the same history entry unless `isNewEntry`; an empty value removes its parameter. */
export function useSetParams(): (values: Record<string, string>, isNewEntry?: boolean) => void {
  const [, setParams] = useSearchParams();
  return useCallback(
    (values, isNewEntry = false) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          for (const [name, value] of Object.entries(values)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: !isNewEntry },
      ),
    [setParams],
  );
}
