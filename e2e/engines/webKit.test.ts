import { declareJourneys } from './journeys.ts';
import { findWebKit, openWebKit } from './webKit.ts';

const programs = findWebKit();
if (!programs)
  console.warn(
    'Journeys in WebKitGTK are skipped: install it (apt-get install webkit2gtk-driver xvfb gstreamer1.0-plugins-good gstreamer1.0-libav).',
  );

declareJourneys('WebKitGTK', programs && (() => openWebKit(programs)));
