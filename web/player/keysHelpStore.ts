import { create } from 'zustand';

/** Whether the list of keys is open. */
export const useKeysHelp = create<{ isOpen: boolean }>(() => ({ isOpen: false }));

/** Opens or closes the list of keys. */
export function showKeys(isOpen: boolean): void {
  useKeysHelp.setState({ isOpen });
}
