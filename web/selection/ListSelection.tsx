import { lazyPart } from '../design/lazyPart.ts';

/** `SelectionLayer`, loaded after the list that it is for. */
export const ListSelection = lazyPart(async () => (await import('./SelectionLayer.tsx')).SelectionLayer);
