import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The steps of a form as entries of the browser's history, counted from 0: its arrows walk them, and a reload, which
 * forgets what was typed, begins again.
 */
export function useSteps(): [at: number, goTo: (step: number) => void] {
  const navigate = useNavigate();
  const location = useLocation();
  const page = location.pathname + location.search;
  const asked = (location.state as { step?: number } | null)?.step ?? 0;
  const [reached, setReached] = useState(0);
  const at = Math.min(asked, reached);
  useEffect(() => {
    if (asked > 0) void navigate(page, { replace: true, state: null });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what an earlier visit left in the history
  }, []);
  const goTo = (step: number) => {
    setReached(Math.max(reached, step));
    if (step < at) void navigate(step - at);
    else if (step > at) void navigate(page, { state: { step } });
  };
  return [at, goTo];
}
