import { setTexts } from '../platform/text.ts';
import english from '../public/players/musicsite/en.json' with { type: 'json' };

// Importing this file loads the English texts.
setTexts('en', english);
