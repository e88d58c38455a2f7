import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** Changed parameters of an address; an empty value removes its parameter. */
function change(now: URLSearchParams, values: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(now);
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** A link to this page with other parameters; an empty value removes its parameter. */
export const withParams = (now: URLSearchParams, values: Record<string, string>) => ({
  search: `?${change(now, values)}`,
});

/** Sets parameters of the address, in the same history entry unless `isNewEntry`; an empty value removes its parameter. */
export function useSetParams(): (values: Record<string, string>, isNewEntry?: boolean) => void {
  const [, setParams] = useSearchParams();
  return useCallback(
    (values, isNewEntry = false) => setParams((now) => change(now, values), { replace: !isNewEntry }),
    [setParams],
  );
}
