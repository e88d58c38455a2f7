import { useEffect } from 'react';
import { create } from 'zustand';
import { PRODUCT_NAME } from './site.ts';

/** Title in the header; empty when the page has its own heading. */
export const usePageTitle = create<{ title: string }>(() => ({ title: '' }));

/** Sets the title of the document and, for pages without their own heading, of the header. */
export function useTitle(title: string, isInHeader = true): void {
  useEffect(() => {
    usePageTitle.setState({ title: isInHeader ? title : '' });
    document.title = title ? `${title} · ${PRODUCT_NAME}` : PRODUCT_NAME;
  }, [title, isInHeader]);
}
