import { Navigate, Route, Routes } from 'react-router';
import { ZoneNote } from '../catalogue/ZoneNote.tsx';
import { operatorPages } from '../operator/operatorPages.ts';
import { operatorPath } from '../operator/operatorPath.ts';
import { Console } from './Console.tsx';
import styles from './OperatorConsole.module.css';

/** The screens of operators and, below the same address, those of labels; apart from the router, so that listeners do not load their names. */
export function OperatorConsole() {
  return (
    <Routes>
      {operatorPages.map(({ path, Page }) => (
        <Route
          key={path}
          path={path}
          element={
            <>
              <Page />
              <div className={styles.zone}>
                <ZoneNote />
              </div>
            </>
          }
        />
      ))}
      <Route path="outbox" element={<Navigate to={operatorPath('mails')} replace />} />
      <Route path="*" element={<Console />} />
    </Routes>
  );
}
