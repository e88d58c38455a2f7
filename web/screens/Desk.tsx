import { useParams } from 'react-router';
import { DeskRun } from '../desk/DeskRun.tsx';
import { NotFound } from './NotFound.tsx';

/** `/desk/:runid`. */
export function Desk() {
  const { runid = '' } = useParams();
  return <DeskRun key={runid} runid={runid} missing={<NotFound />} />;
}
