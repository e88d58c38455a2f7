import { findFirefox, openFirefox } from './firefox.ts';
import { declareJourneys } from './journeys.ts';

const program = findFirefox();

declareJourneys('Firefox', program === undefined ? undefined : () => openFirefox(program));
