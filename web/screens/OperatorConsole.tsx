import { Navigate, Route, Routes } from 'react-router';
import { OperatorFrame } from '../operator/OperatorFrame.tsx';
import { operatorPages } from '../operator/operatorPages.ts';
import { operatorPath } from '../operator/operatorPath.ts';
import { NotFound } from './NotFound.tsx';

/** The screens of operators, apart from the router, so that listeners do not load their names. */
export function OperatorConsole() {
  return (
    <OperatorFrame>
      <Routes>
        {operatorPages.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
        <Route path="outbox" element={<Navigate to={operatorPath('mails')} replace />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </OperatorFrame>
  );
}
