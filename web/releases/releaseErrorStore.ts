import { create } from 'zustand';

/** The error of a release opened outside its page; the error dialog is open while it is set (requirement C-MODAL-10). */
export const useReleaseError = create<{ failure: unknown }>(() => ({ failure: undefined }));

export const showReleaseError = (failure: unknown): void => useReleaseError.setState({ failure });
export const closeReleaseError = (): void => useReleaseError.setState({ failure: undefined });
