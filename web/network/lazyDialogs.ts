import { lazy } from 'react';

/** Dialogs that come with their first use: most visits need none of them. */
export const InviteFlow = lazy(async () => ({ default: (await import('./InviteFlow.tsx')).InviteFlow }));
export const ShareDialog = lazy(async () => ({ default: (await import('./ShareDialog.tsx')).ShareDialog }));
export const ContactDialog = lazy(async () => ({ default: (await import('./ContactDialog.tsx')).ContactDialog }));
