import { Notices } from './Notices.tsx';
import { RouteAnnouncer } from './RouteAnnouncer.tsx';

/** What is told beside the page: notices, and to screen readers the name of each further page. */
export function Announcements() {
  return (
    <>
      <RouteAnnouncer />
      <Notices />
    </>
  );
}
