import { ListenThrough, OpenRuns } from '../catalogue/ListenThrough.tsx';
import { NewReleases } from './NewReleases.tsx';
import { PullToRefresh } from './PullToRefresh.tsx';

/** Parts of the gallery that its first load leaves out; together, so that they are one script. */
export const laterParts = { ListenThrough, NewReleases, OpenRuns, PullToRefresh };
