import { useEffect } from 'react';
import { create } from 'zustand';
import { PRODUCT_NAME } from './site.ts';

/** `title` is in the header, empty when the page has its own heading; `name` is what the page is called. */
export const usePageTitle = create<{ title: string; name: string }>(() => ({ title: '', name: '' }));

let pageTitle = '';
let playingTitle = '';

/** Sets the title of the document and, for pages without their own heading, of the header. */
export function useTitle(title: string, isInHeader = true): void {
  useEffect(() => {
    usePageTitle.setState({ title: isInHeader ? title : '', name: title });
    pageTitle = title;
    updateDocumentTitle();
  }, [title, isInHeader]);
}

/** Puts what plays in front of the title of the document; empty while nothing plays. */
export function setPlayingTitle(title: string): void {
  playingTitle = title;
  updateDocumentTitle();
}

function updateDocumentTitle(): void {
  document.title = [playingTitle, pageTitle, PRODUCT_NAME].filter(Boolean).join(' · ');
}
