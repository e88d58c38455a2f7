import { findFirefox, openFirefox } from './firefox.ts';
import { declareJourneys } from './journeys.ts';

const program = findFirefox();
if (!program) console.warn('Journeys in Firefox are skipped: install it (apt-get install firefox-esr).');

declareJourneys('Firefox', program === undefined ? undefined : () => openFirefox(program));
