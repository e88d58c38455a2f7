import { lazy } from 'react';
import { Route, Routes } from 'react-router';
import { lazyPart } from '../design/lazyPart.ts';
import { consoleRoutes } from '../label/consolePaths.ts';
import { NotFound } from './NotFound.tsx';

const StaffReleases = lazy(() =>
  import('../label/StaffReleases.tsx').then((module) => ({ default: module.StaffReleases })),
);
const ReleaseEditor = lazy(() =>
  import('../label/editor/ReleaseEditor.tsx').then((module) => ({ default: module.ReleaseEditor })),
);
const Preview = lazy(() => import('../label/editor/Preview.tsx').then((module) => ({ default: module.Preview })));
const LabelSettings = lazy(() =>
  import('../label/LabelSettings.tsx').then((module) => ({ default: module.LabelSettings })),
);
const ReleaseReport = lazy(() =>
  import('../label/ReleaseReport.tsx').then((module) => ({ default: module.ReleaseReport })),
);
const LabelReport = lazy(() => import('../label/LabelReport.tsx').then((module) => ({ default: module.LabelReport })));
const Calendar = lazy(() => import('../label/calendar/Calendar.tsx').then((module) => ({ default: module.Calendar })));
const PeopleLists = lazy(() =>
  import('../label/lists/PeopleLists.tsx').then((module) => ({ default: module.PeopleLists })),
);
const PeopleList = lazy(() =>
  import('../label/lists/PeopleList.tsx').then((module) => ({ default: module.PeopleList })),
);

const DropTarget = lazyPart(async () => (await import('../label/deliver/NewRelease.tsx')).DropTarget);

/** The screens of labels, apart from the router, so that listeners do not load their names. */
export function Console() {
  return (
    <>
      <DropTarget />
      <Routes>
        <Route index element={<StaffReleases />} />
        <Route path={consoleRoutes.editor} element={<ReleaseEditor />} />
        <Route path={consoleRoutes.preview} element={<Preview />} />
        <Route path={consoleRoutes.settings} element={<LabelSettings />} />
        <Route path={consoleRoutes.report} element={<ReleaseReport />} />
        <Route path={consoleRoutes.labelReport} element={<LabelReport />} />
        <Route path={consoleRoutes.calendar} element={<Calendar />} />
        <Route path={consoleRoutes.lists} element={<PeopleLists />} />
        <Route path={consoleRoutes.list} element={<PeopleList />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </>
  );
}
