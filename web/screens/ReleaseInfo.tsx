import { useParams } from 'react-router';
import { ReleasePage } from '../release/ReleasePage.tsx';

/** `/releases/releaseInfo/:releaseid`. */
export function ReleaseInfo() {
  const { releaseid = '' } = useParams();
  return <ReleasePage releaseid={releaseid} />;
}
