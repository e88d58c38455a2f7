import { makeEcho, makeRoom, type Room } from './room.ts';
import { SAMPLE_RATE, type Sound } from './tone.ts';

/** A sound at a place in the piece, with its way to the ears. */
export interface Hit {
  /** Samples from the start. */
  at: number;
  sound: Sound;
  left: number;
  right: number;
  /** How much goes to the room and to the echo. */
  room: number;
  echo?: number;
  /** Whether the kick drum presses it down. */
  ducked?: boolean;
}

/** How loud a sound is in each ear: `pan` is -1 on the left, 1 on the right. */
export const panned = (gain: number, pan: number): Pick<Hit, 'left' | 'right'> => ({
  left: gain * (1 - Math.max(0, pan)),
  right: gain * (1 + Math.min(0, pan)),
});

/** The desk: its rooms, and where the kick drum presses the rest down. */
export interface Desk {
  samples: number;
  room: Room;
  echoSeconds: number;
  echoFeedback: number;
  /** 0 to 1, and samples of each kick, ascending. */
  duck: number;
  kicks: number[];
}

/** Both channels are equally long; samples from -1 to 1 once mastered. */
export interface Stereo {
  left: Sound;
  right: Sound;
}

const BLOCK = 2048;

/** Where one block of the mix comes together. */
interface Buses {
  left: Sound;
  right: Sound;
  duckedLeft: Sound;
  duckedRight: Sound;
  room: Sound;
  echo: Sound;
}

/** Mixes block by block, so that the memory needed does not grow with the number of parts. */
export function mix(hits: Hit[], desk: Desk): Stereo {
  const waiting = hits.toSorted((one, other) => one.at - other.at);
  const left = new Float32Array(desk.samples);
  const right = new Float32Array(desk.samples);
  const buses = makeBuses();
  const room = makeRoom(desk.room);
  const echo = makeEcho(desk.echoSeconds, desk.echoFeedback);
  const duck = makeDuck(desk);
  let sounding: Hit[] = [];
  let next = 0;
  for (let start = 0; start < desk.samples; start += BLOCK) {
    const count = Math.min(BLOCK, desk.samples - start);
    for (let hit = waiting[next]; hit && hit.at < start + count; hit = waiting[++next]) sounding.push(hit);
    clear(buses);
    for (const hit of sounding) add(hit, start, count, buses);
    duck(buses, start, count);
    room(buses.room, buses.left, buses.right, count);
    echo(buses.echo, buses.left, buses.right, count);
    left.set(buses.left.subarray(0, count), start);
    right.set(buses.right.subarray(0, count), start);
    sounding = sounding.filter((hit) => hit.at + hit.sound.length > start + count);
  }
  return { left, right };
}

function makeBuses(): Buses {
  const bus = () => new Float32Array(BLOCK);
  return { left: bus(), right: bus(), duckedLeft: bus(), duckedRight: bus(), room: bus(), echo: bus() };
}

function clear({ left, right, duckedLeft, duckedRight, room, echo }: Buses): void {
  for (const bus of [left, right, duckedLeft, duckedRight, room, echo]) bus.fill(0);
}

function add(hit: Hit, start: number, count: number, buses: Buses): void {
  const { sound } = hit;
  const from = Math.max(0, hit.at - start);
  const to = Math.min(count, hit.at + sound.length - start);
  const shift = start - hit.at;
  const left = hit.ducked ? buses.duckedLeft : buses.left;
  const right = hit.ducked ? buses.duckedRight : buses.right;
  const { left: leftGain, right: rightGain } = hit;
  for (let i = from; i < to; i++) {
    const value = sound[i + shift] ?? 0;
    left[i] = (left[i] ?? 0) + value * leftGain;
    right[i] = (right[i] ?? 0) + value * rightGain;
  }
  if (hit.room > 0) send(sound, shift, from, to, buses.room, hit.room);
  if (hit.echo) send(sound, shift, from, to, buses.echo, hit.echo);
}

function send(sound: Sound, shift: number, from: number, to: number, bus: Sound, gain: number): void {
  for (let i = from; i < to; i++) bus[i] = (bus[i] ?? 0) + gain * (sound[i + shift] ?? 0);
}

/** Moves the ducked buses onto the main ones, pressed down after each kick. */
function makeDuck({ duck, kicks }: Desk): (buses: Buses, start: number, count: number) => void {
  const recover = Math.exp(-1 / (0.11 * SAMPLE_RATE));
  let pressed = 0;
  let goal = 0;
  let next = 0;
  return ({ left, right, duckedLeft, duckedRight }, start, count) => {
    for (let i = 0; i < count; i++) {
      if ((kicks[next] ?? Number.POSITIVE_INFINITY) <= start + i) {
        goal = duck;
        next++;
      }
      pressed += (goal - pressed) * 0.008;
      goal *= recover;
      left[i] = (left[i] ?? 0) + (duckedLeft[i] ?? 0) * (1 - pressed);
      right[i] = (right[i] ?? 0) + (duckedRight[i] ?? 0) * (1 - pressed);
    }
  };
}
