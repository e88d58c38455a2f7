import { type Random, randomBetween, randomInteger, randomItem } from '../random.ts';
import type { Palette } from './palettes.ts';

/** Draws the SVG content of a square picture of 1000 × 1000 units. */
export type Design = (random: Random, colors: Palette) => string;

export const rings: Design = (random, { ground, dark, light, first, second }) => {
  const x = randomItem(random, [500, 500, 300, 720, 500]);
  const y = randomItem(random, [500, 500, 640, 380]);
  const width = randomBetween(random, 52, 84);
  const order = [light, first, dark, second, ground];
  const count = Math.ceil(1150 / width);
  const circles = Array.from({ length: count }, (_, index) => {
    const color = order[(count - index) % order.length] ?? ground;
    return `<circle cx="${x}" cy="${y}" r="${((count - index) * width).toFixed(0)}" fill="${color}"/>`;
  });
  return `${drawBackground(ground)}${circles.join('')}`;
};

export const stripes: Design = (random, { ground, dark, light, first, second }) => {
  const angle = randomItem(random, [-14, 18, 32, -28, 90]);
  let bars = '';
  for (let x = -600; x < 1600; ) {
    const width = randomBetween(random, 34, 130);
    bars += `<rect x="${x.toFixed(0)}" y="-700" width="${width.toFixed(0)}" height="2400" fill="${randomItem(random, [ground, light, first, dark, second])}"/>`;
    x += width;
  }
  const radius = randomBetween(random, 210, 300);
  return `${drawBackground(light)}<g transform="rotate(${angle} 500 500)">${bars}</g><circle cx="${randomInteger(random, 400, 600)}" cy="${randomInteger(random, 420, 580)}" r="${radius.toFixed(0)}" fill="${light}"/><circle cx="${randomInteger(random, 470, 640)}" cy="${randomInteger(random, 520, 640)}" r="${(radius * 0.42).toFixed(0)}" fill="${second}"/>`;
};

export const bars: Design = (random, { ground, dark, light, first, second }) => {
  let body = drawBackground(dark);
  const right = random() < 0.4;
  for (let y = 70; y < 930; ) {
    const height = randomItem(random, [26, 44, 44, 66, 92]);
    const width = randomBetween(random, 180, 940);
    const color = randomItem(random, [first, light, second, ground, first]);
    body += `<rect x="${right ? (1000 - width).toFixed(0) : 0}" y="${y}" width="${width.toFixed(0)}" height="${height}" fill="${color}"/>`;
    y += height + randomItem(random, [18, 30, 30, 44]);
  }
  return body;
};

export const tiles: Design = (random, { ground, dark, light, first, second }) => {
  const count = randomItem(random, [4, 5, 5]);
  const size = 1000 / count;
  const colors = [ground, dark, light, first, second];
  let body = drawBackground(ground);
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      const background = randomItem(random, colors);
      const foreground = randomItem(
        random,
        colors.filter((color) => color !== background),
      );
      body += `<g transform="translate(${column * size} ${row * size}) rotate(${randomInteger(random, 0, 3) * 90} ${size / 2} ${size / 2})"><rect width="${size + 1}" height="${size + 1}" fill="${background}"/>${drawTile(random, size, foreground, randomItem(random, colors))}</g>`;
    }
  }
  return body;
};

function drawTile(random: Random, size: number, foreground: string, accent: string): string {
  const half = size / 2;
  return randomItem(random, [
    `<path d="M0 0H${size}A${size} ${size} 0 0 1 0 ${size}Z" fill="${foreground}"/>`,
    `<path d="M0 0A${half} ${half} 0 0 0 ${size} 0Z" fill="${foreground}"/><path d="M0 ${half}A${half} ${half} 0 0 0 ${size} ${half}Z" fill="${accent}"/>`,
    `<circle cx="${half}" cy="${half}" r="${half * 0.72}" fill="${foreground}"/><circle cx="${half}" cy="${half}" r="${half * 0.3}" fill="${accent}"/>`,
    `<path d="M0 0L${size} ${size}H0Z" fill="${foreground}"/>`,
    `<rect width="${half}" height="${size}" fill="${foreground}"/>`,
    '',
  ]);
}

export const arches: Design = (random, { ground, dark, light, first, second }) => {
  const colors = [dark, first, light, second, ground, dark];
  const columns = randomItem(random, [1, 1, 2, 3]);
  const columnWidth = 1000 / columns;
  let body = drawBackground(light);
  for (let column = 0; column < columns; column++) {
    const middle = (column + 0.5) * columnWidth;
    const isRotated = columns > 1 && column % 2 === 1;
    const shift = randomInteger(random, 0, 4);
    let arch = `<rect x="${column * columnWidth}" y="0" width="${columnWidth + 1}" height="1000" fill="${randomItem(random, [ground, light, second])}"/>`;
    for (let index = 0; index < 6; index++) {
      const radius = columnWidth * 0.47 * (1 - index * 0.155);
      const top = 1000 - columnWidth * 0.9 - (columns > 1 ? 240 : 40) + index * columnWidth * 0.075;
      arch += `<path d="M${middle - radius} 1000V${top + radius}A${radius} ${radius} 0 0 1 ${middle + radius} ${top + radius}V1000Z" fill="${colors[(index + shift) % colors.length]}"/>`;
    }
    body += isRotated ? `<g transform="rotate(180 ${middle} 500)">${arch}</g>` : arch;
  }
  return body;
};

export const halves: Design = (random, { ground, dark, light, first, second }) => {
  const size = randomItem(random, [250, 333.4]);
  let body = drawBackground(randomItem(random, [light, ground]));
  for (let y = 0; y < 999; y += size) {
    for (let x = 0; x < 999; x += size) {
      if (random() < 0.12) continue;
      const radius = size / 2;
      const color = randomItem(random, [dark, first, second, first, dark]);
      body += `<path transform="translate(${x + radius} ${y + radius}) rotate(${randomInteger(random, 0, 3) * 90})" d="M${-radius} 0A${radius} ${radius} 0 0 1 ${radius} 0Z" fill="${color}"/>`;
      if (random() < 0.35)
        body += `<circle cx="${x + radius}" cy="${y + radius}" r="${radius * 0.26}" fill="${randomItem(random, [light, second])}"/>`;
    }
  }
  return body;
};

export function drawBackground(color: string): string {
  return `<rect width="1000" height="1000" fill="${color}"/>`;
}
