import { declareJourneys } from './journeys.ts';
import { findWebKit, openWebKit } from './webKit.ts';

const programs = findWebKit();

declareJourneys('WebKitGTK', programs && (() => openWebKit(programs)));
