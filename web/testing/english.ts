import { speak } from '../platform/text.ts';
import english from '../public/players/musicsite/en.json' with { type: 'json' };

/** Importing this file makes a test's screens speak English, as the page does before its first screen. */
speak('en', english);
