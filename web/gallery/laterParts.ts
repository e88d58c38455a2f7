/** What the gallery shows a moment later, in one script. */
export { ListenThrough, OpenRuns } from '../catalogue/ListenThrough.tsx';
export { NewReleases } from './NewReleases.tsx';
export { PullToRefresh } from './PullToRefresh.tsx';
