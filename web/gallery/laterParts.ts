import { ListenThrough, OpenRuns } from '../catalogue/ListenThrough.tsx';
import { NewReleases } from './NewReleases.tsx';
import { PullToRefresh } from './PullToRefresh.tsx';

/** What the gallery shows a moment later, in one script. */
export const laterParts = { ListenThrough, NewReleases, OpenRuns, PullToRefresh };
