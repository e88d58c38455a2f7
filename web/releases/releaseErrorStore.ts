import { create } from 'zustand';

/** Why a release could not be had outside its page; the release error modal is open while there is a reason (C-MODAL-10). */
export const useRefused = create<{ failure: unknown }>(() => ({ failure: undefined }));

/** Opens the modal with the words for this failure. */
export const showRefused = (failure: unknown): void => useRefused.setState({ failure });
/** Its OK. */
export const closeRefused = (): void => useRefused.setState({ failure: undefined });
