import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { findFirefox } from '../engines/firefox.ts';
import { findProgram } from '../engines/programs.ts';
import { PASSWORD, PROGRAMMERS } from '../signIn.ts';

const python = findProgram(['/usr/bin/python3']);
const hasAtSpi = python && spawnSync(python, ['-c', 'import gi; gi.require_version("Atspi", "2.0")']).status === 0;
const isReady = hasAtSpi && findFirefox() && findProgram(['Xvfb']) && findProgram(['dbus-run-session']);

test.skipIf(!isReady)(
  'screen readers get names and states over AT-SPI (needs Firefox, Xvfb, dbus, at-spi2-core, python3-gi, gir1.2-atspi-2.0)',
  () => {
    const script = join(import.meta.dirname, 'atSpi.py');
    const args = [script, findFirefox() ?? '', inject('address'), PROGRAMMERS[0], PASSWORD];
    // Its own screen: DISPLAY tells the script that it has one.
    const env = { ...process.env, DISPLAY: undefined };
    const { status, stdout, stderr } = spawnSync(python ?? '', args, { env, encoding: 'utf8' });
    expect(status, `${stdout}${stderr}`).toBe(0);
  },
);
