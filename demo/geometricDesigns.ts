import type { Palette } from './palettes.ts';
import { between, pick, type Random, whole } from './seed.ts';

/** The inside of a square picture of 1000 × 1000 units. */
export type Design = (random: Random, colors: Palette) => string;

export const rings: Design = (random, { ground, dark, light, first, second }) => {
  const x = pick(random, [500, 500, 300, 720, 500]);
  const y = pick(random, [500, 500, 640, 380]);
  const width = between(random, 52, 84);
  const order = [light, first, dark, second, ground];
  const count = Math.ceil(1150 / width);
  const circles = Array.from({ length: count }, (_, nth) => {
    const color = order[(count - nth) % order.length] ?? ground;
    return `<circle cx="${x}" cy="${y}" r="${((count - nth) * width).toFixed(0)}" fill="${color}"/>`;
  });
  return `${fill(ground)}${circles.join('')}`;
};

export const stripes: Design = (random, { ground, dark, light, first, second }) => {
  const angle = pick(random, [-14, 18, 32, -28, 90]);
  let bars = '';
  for (let x = -600; x < 1600; ) {
    const width = between(random, 34, 130);
    bars += `<rect x="${x.toFixed(0)}" y="-700" width="${width.toFixed(0)}" height="2400" fill="${pick(random, [ground, light, first, dark, second])}"/>`;
    x += width;
  }
  const radius = between(random, 210, 300);
  return `${fill(light)}<g transform="rotate(${angle} 500 500)">${bars}</g><circle cx="${whole(random, 400, 600)}" cy="${whole(random, 420, 580)}" r="${radius.toFixed(0)}" fill="${light}"/><circle cx="${whole(random, 470, 640)}" cy="${whole(random, 520, 640)}" r="${(radius * 0.42).toFixed(0)}" fill="${second}"/>`;
};

export const bars: Design = (random, { ground, dark, light, first, second }) => {
  let body = fill(dark);
  const right = random() < 0.4;
  for (let y = 70; y < 930; ) {
    const height = pick(random, [26, 44, 44, 66, 92]);
    const width = between(random, 180, 940);
    const color = pick(random, [first, light, second, ground, first]);
    body += `<rect x="${right ? (1000 - width).toFixed(0) : 0}" y="${y}" width="${width.toFixed(0)}" height="${height}" fill="${color}"/>`;
    y += height + pick(random, [18, 30, 30, 44]);
  }
  return body;
};

export const tiles: Design = (random, { ground, dark, light, first, second }) => {
  const count = pick(random, [4, 5, 5]);
  const size = 1000 / count;
  const colors = [ground, dark, light, first, second];
  let body = fill(ground);
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      const back = pick(random, colors);
      const front = pick(
        random,
        colors.filter((color) => color !== back),
      );
      body += `<g transform="translate(${column * size} ${row * size}) rotate(${whole(random, 0, 3) * 90} ${size / 2} ${size / 2})"><rect width="${size + 1}" height="${size + 1}" fill="${back}"/>${tile(random, size, front, pick(random, colors))}</g>`;
    }
  }
  return body;
};

function tile(random: Random, size: number, front: string, third: string): string {
  const half = size / 2;
  return pick(random, [
    `<path d="M0 0H${size}A${size} ${size} 0 0 1 0 ${size}Z" fill="${front}"/>`,
    `<path d="M0 0A${half} ${half} 0 0 0 ${size} 0Z" fill="${front}"/><path d="M0 ${half}A${half} ${half} 0 0 0 ${size} ${half}Z" fill="${third}"/>`,
    `<circle cx="${half}" cy="${half}" r="${half * 0.72}" fill="${front}"/><circle cx="${half}" cy="${half}" r="${half * 0.3}" fill="${third}"/>`,
    `<path d="M0 0L${size} ${size}H0Z" fill="${front}"/>`,
    `<rect width="${half}" height="${size}" fill="${front}"/>`,
    '',
  ]);
}

export const arches: Design = (random, { ground, dark, light, first, second }) => {
  const colors = [dark, first, light, second, ground, dark];
  const columns = pick(random, [1, 1, 2, 3]);
  const wide = 1000 / columns;
  let body = fill(light);
  for (let column = 0; column < columns; column++) {
    const middle = (column + 0.5) * wide;
    const rotated = columns > 1 && column % 2 === 1;
    const shift = whole(random, 0, 4);
    let arch = `<rect x="${column * wide}" y="0" width="${wide + 1}" height="1000" fill="${pick(random, [ground, light, second])}"/>`;
    for (let nth = 0; nth < 6; nth++) {
      const radius = wide * 0.47 * (1 - nth * 0.155);
      const top = 1000 - wide * 0.9 - (columns > 1 ? 240 : 40) + nth * wide * 0.075;
      arch += `<path d="M${middle - radius} 1000V${top + radius}A${radius} ${radius} 0 0 1 ${middle + radius} ${top + radius}V1000Z" fill="${colors[(nth + shift) % colors.length]}"/>`;
    }
    body += rotated ? `<g transform="rotate(180 ${middle} 500)">${arch}</g>` : arch;
  }
  return body;
};

export const halves: Design = (random, { ground, dark, light, first, second }) => {
  const size = pick(random, [250, 333.4]);
  let body = fill(pick(random, [light, ground]));
  for (let y = 0; y < 999; y += size) {
    for (let x = 0; x < 999; x += size) {
      if (random() < 0.12) continue;
      const radius = size / 2;
      const color = pick(random, [dark, first, second, first, dark]);
      body += `<path transform="translate(${x + radius} ${y + radius}) rotate(${whole(random, 0, 3) * 90})" d="M${-radius} 0A${radius} ${radius} 0 0 1 ${radius} 0Z" fill="${color}"/>`;
      if (random() < 0.35)
        body += `<circle cx="${x + radius}" cy="${y + radius}" r="${radius * 0.26}" fill="${pick(random, [light, second])}"/>`;
    }
  }
  return body;
};

/** A ground over the whole square. */
export function fill(color: string): string {
  return `<rect width="1000" height="1000" fill="${color}"/>`;
}
