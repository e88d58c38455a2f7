import { useEffect } from 'react';
import { create } from 'zustand';
import { isUnavailable } from '../platform/errorText.ts';
import { onServiceBack } from '../platform/request.ts';

/** The error of a release opened outside its page; the error dialog is open while it is set (requirement C-MODAL-10). */
export const useReleaseError = create<{ failure: unknown }>(() => ({ failure: undefined }));

export const showReleaseError = (failure: unknown): void => useReleaseError.setState({ failure });
export const closeReleaseError = (): void => useReleaseError.setState({ failure: undefined });

onServiceBack(() => {
  if (isUnavailable(useReleaseError.getState().failure)) closeReleaseError();
});

/** Opens the error dialog when a list or a release could not be loaded because the service is down (requirement C-ERR-11). */
export function useUnavailableDialog(error: unknown): void {
  useEffect(() => {
    if (isUnavailable(error)) showReleaseError(error);
  }, [error]);
}
