import { useEffect } from 'react';
import { create } from 'zustand';
import { PRODUCT_NAME } from './site.ts';

/** The title that the header shows; empty where a page shows its own. */
export const usePageTitle = create<{ title: string }>(() => ({ title: '' }));

/** Names the page in the browser's tab and, unless it shows a heading of its own, in the header. */
export function useTitle(title: string, isInHeader = true): void {
  useEffect(() => {
    usePageTitle.setState({ title: isInHeader ? title : '' });
    document.title = title ? `${title} · ${PRODUCT_NAME}` : PRODUCT_NAME;
  }, [title, isInHeader]);
}
