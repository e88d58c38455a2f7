import { SAMPLE_RATE } from './tone.ts';

/** Short texts that stand in the file itself; keys are those of a RIFF INFO list (`INAM`, `IART`, …). */
export type WavTags = Record<string, string>;

/** What stands before the sound in a WAV file of 16-bit stereo PCM: its format and an INFO list. */
export function wavHead(pcmBytes: number, tags: WavTags): Buffer {
  const list = infoList(tags);
  const head = Buffer.alloc(36);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(4 + 24 + list.length + 8 + pcmBytes, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(2, 22);
  head.writeUInt32LE(SAMPLE_RATE, 24);
  head.writeUInt32LE(SAMPLE_RATE * 4, 28);
  head.writeUInt16LE(4, 32);
  head.writeUInt16LE(16, 34);
  const data = Buffer.alloc(8);
  data.write('data', 0, 'latin1');
  data.writeUInt32LE(pcmBytes, 4);
  return Buffer.concat([head, list, data]);
}

function infoList(tags: WavTags): Buffer {
  const fields = Object.entries(tags).map(([name, text]) => {
    const value = Buffer.from(`${text}\0`, 'utf8');
    const field = Buffer.alloc(8 + value.length + (value.length % 2));
    field.write(name, 0, 4, 'latin1');
    field.writeUInt32LE(value.length, 4);
    value.copy(field, 8);
    return field;
  });
  const body = Buffer.concat([Buffer.from('INFO', 'latin1'), ...fields]);
  const head = Buffer.alloc(8);
  head.write('LIST', 0, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}
