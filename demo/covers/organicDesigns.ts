import { type Random, randomBetween, randomInteger, randomItem } from '../random.ts';
import { type Design, drawBackground } from './geometricDesigns.ts';

export const ridges: Design = (random, { dark, light, first, second }) => {
  const rows = randomInteger(random, 26, 40);
  const line = randomItem(random, [light, first]);
  const background = dark;
  const peaks = Array.from({ length: 3 }, () => ({
    x: randomBetween(random, 250, 750),
    width: randomBetween(random, 50, 150),
    row: randomBetween(random, 0.1, 0.9),
  }));
  let body = drawBackground(background);
  for (let row = 0; row < rows; row++) {
    const y = 170 + (row / rows) * 700;
    let path = '';
    for (let x = 60; x <= 940; x += 8) {
      const rise = peaks.reduce((sum, peak) => {
        const height = Math.exp(
          -(((x - peak.x - 40 * Math.sin(row / 5)) / peak.width) ** 2) - ((row / rows - peak.row) / 0.34) ** 2,
        );
        return sum + height * (120 + 40 * Math.sin(x / 23 + row * 0.9) + 18 * random());
      }, 0);
      path += `${path ? 'L' : 'M'}${x} ${(y - rise - 2 * random()).toFixed(1)}`;
    }
    const color = row % 5 === 0 ? second : line;
    body += `<path d="${path}V1000H60Z" fill="${background}"/><path d="${path}" fill="none" stroke="${color}" stroke-width="5"/>`;
  }
  return `${body}<rect width="60" height="1000" fill="${background}"/><rect x="940" width="60" height="1000" fill="${background}"/><rect y="880" width="1000" height="120" fill="${background}"/>`;
};

export const halftone: Design = (random, { dark, light, first, second }) => {
  const step = randomItem(random, [27, 32, 40]);
  const phase = randomBetween(random, 0, 6.28);
  const [x0, y0] = [randomBetween(random, 250, 750), randomBetween(random, 250, 750)];
  let dots = '';
  for (let y = step / 2; y < 1000; y += step) {
    for (let x = step / 2; x < 1000; x += step) {
      const distance = Math.hypot(x - x0, y - y0) / 560;
      const wave = 0.5 + 0.5 * Math.sin(distance * 11 + Math.atan2(y - y0, x - x0) * 2 + phase);
      const radius = step * 0.52 * wave * Math.max(0.1, 1.15 - distance);
      if (radius < 1.4) continue;
      dots += `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${radius.toFixed(1)}" fill="${wave > 0.72 ? first : distance > 0.8 ? second : light}"/>`;
    }
  }
  return drawBackground(dark) + dots;
};

export const sunset: Design = (random, { dark, ground, light, first, second }) => {
  const horizon = randomBetween(random, 540, 700);
  const x = randomBetween(random, 300, 700);
  const radius = randomBetween(random, 110, 190);
  let hills = '';
  for (let layer = 0; layer < 4; layer++) {
    const base = horizon + layer * randomBetween(random, 60, 95);
    hills += `<path d="${drawRidge(random, base, 60 - layer * 6)}" fill="${dark}" fill-opacity="${(0.35 + layer * 0.2).toFixed(2)}"/>`;
  }
  return `<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${dark}"/><stop offset=".42" stop-color="${ground}"/><stop offset=".62" stop-color="${first}"/><stop offset=".8" stop-color="${second}"/></linearGradient><linearGradient id="sun" x2="0" y2="1"><stop stop-color="${light}"/><stop offset="1" stop-color="${first}"/></linearGradient></defs><rect width="1000" height="1000" fill="url(#sky)"/><circle cx="${x.toFixed(0)}" cy="${(horizon - radius * 0.35).toFixed(0)}" r="${radius.toFixed(0)}" fill="url(#sun)"/>${hills}`;
};

function drawRidge(random: Random, base: number, height: number): string {
  const [wavelength1, wavelength2, phase] = [
    randomBetween(random, 120, 260),
    randomBetween(random, 50, 90),
    randomBetween(random, 0, 9),
  ];
  let path = 'M0 1000';
  for (let x = 0; x <= 1000; x += 20) {
    const y = base + height * Math.sin(x / wavelength1 + phase) + height * 0.35 * Math.sin(x / wavelength2 + phase * 3);
    path += `L${x} ${y.toFixed(0)}`;
  }
  return `${path}V1000Z`;
}

export const glow: Design = (random, { dark, ground, light, first, second }) => {
  const blobs = [ground, first, second, first, light].map((color, index) => {
    const id = `glow${index}`;
    const [x, y, r] = [randomBetween(random, 80, 920), randomBetween(random, 80, 920), randomBetween(random, 320, 620)];
    return `<defs><radialGradient id="${id}"><stop stop-color="${color}"/><stop offset=".45" stop-color="${color}" stop-opacity=".55"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient></defs><circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${(index === 4 ? r * 0.6 : r).toFixed(0)}" fill="url(#${id})"/>`;
  });
  const moon =
    random() < 0.6
      ? `<circle cx="500" cy="${randomInteger(random, 440, 560)}" r="${randomInteger(random, 120, 175)}" fill="${dark}"/>`
      : '';
  return drawBackground(dark) + blobs.join('') + moon;
};

export const collage: Design = (random, { dark, ground, light, first, second }) => {
  let body = drawBackground(randomItem(random, [light, ground]));
  for (const color of [first, dark, second, ground, dark, first, light]) {
    body += `<path d="${drawBlob(random, randomBetween(random, 120, 880), randomBetween(random, 120, 880), randomBetween(random, 110, 300))}" fill="${color}"/>`;
  }
  for (let index = 0; index < 3; index++) body += drawLeaf(random, randomItem(random, [dark, second, light]));
  return body;
};

function drawBlob(random: Random, x: number, y: number, size: number): string {
  const corners = randomInteger(random, 5, 8);
  const points = Array.from({ length: corners }, (_, index) => {
    const angle = (index / corners) * 2 * Math.PI;
    const radius = size * randomBetween(random, 0.6, 1.15);
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const;
  });
  const middle = (a: readonly [number, number], b: readonly [number, number]) =>
    `${((a[0] + b[0]) / 2).toFixed(0)} ${((a[1] + b[1]) / 2).toFixed(0)}`;
  return points.reduce((path, point, index) => {
    const next = points[(index + 1) % corners] ?? point;
    const start = index === 0 ? `M${middle(points[corners - 1] ?? point, point)}` : '';
    return `${path}${start}Q${point[0].toFixed(0)} ${point[1].toFixed(0)} ${middle(point, next)}`;
  }, '');
}

function drawLeaf(random: Random, color: string): string {
  const leaflets = Array.from({ length: 7 }, (_, index) => {
    const y = -40 - index * 46;
    const length = 120 - Math.abs(3 - index) * 16;
    return `<ellipse cx="${length * 0.55}" cy="${y}" rx="${length * 0.62}" ry="19" transform="rotate(-28 0 ${y})"/><ellipse cx="${-length * 0.55}" cy="${y}" rx="${length * 0.62}" ry="19" transform="rotate(28 0 ${y})"/>`;
  });
  const transform = `translate(${randomInteger(random, 200, 800)} ${randomInteger(random, 500, 900)}) rotate(${randomInteger(random, -70, 70)}) scale(${randomBetween(random, 0.8, 1.35).toFixed(2)})`;
  return `<g transform="${transform}" fill="${color}"><rect x="-9" y="-380" width="18" height="400" rx="9"/>${leaflets.join('')}</g>`;
}

export const orbits: Design = (random, { dark, ground, light, first, second }) => {
  const [x, y] = [randomBetween(random, 380, 620), randomBetween(random, 380, 620)];
  const [dx, dy] = [randomBetween(random, -90, 90), randomBetween(random, -90, 90)];
  let lines = '';
  for (let index = 1; index < 34; index++) {
    lines += `<circle cx="${x}" cy="${y}" r="${index * 22}" stroke="${light}"/><circle cx="${x + dx}" cy="${y + dy}" r="${index * 22}" stroke="${first}"/>`;
  }
  return `${drawBackground(randomItem(random, [dark, ground]))}<g fill="none" stroke-width="6.5">${lines}</g><circle cx="${x + dx / 2}" cy="${y + dy / 2}" r="${randomInteger(random, 80, 150)}" fill="${second}"/>`;
};
