import { Navigate, Route, Routes } from 'react-router';
import { OperatorFrame, WithZone } from '../operator/OperatorFrame.tsx';
import { operatorPages } from '../operator/operatorPages.ts';
import { operatorPath } from '../operator/operatorPath.ts';
import { Console } from './Console.tsx';

/** The screens of operators and, below the same address, those of labels; apart from the router, so that listeners do not load their names. */
export function OperatorConsole() {
  return (
    <OperatorFrame>
      <Routes>
        {operatorPages.map(({ path, Page }) => (
          <Route
            key={path}
            path={path}
            element={
              <WithZone>
                <Page />
              </WithZone>
            }
          />
        ))}
        <Route path="outbox" element={<Navigate to={operatorPath('mails')} replace />} />
        <Route path="*" element={<Console />} />
      </Routes>
    </OperatorFrame>
  );
}
