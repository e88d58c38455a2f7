import { type Design, fill } from './geometricDesigns.ts';
import { between, pick, type Random, whole } from './seed.ts';

export const ridges: Design = (random, { dark, light, first, second }) => {
  const rows = whole(random, 26, 40);
  const line = pick(random, [light, first]);
  const back = dark;
  const peaks = Array.from({ length: 3 }, () => ({
    x: between(random, 250, 750),
    wide: between(random, 50, 150),
    row: between(random, 0.1, 0.9),
  }));
  let body = fill(back);
  for (let row = 0; row < rows; row++) {
    const y = 170 + (row / rows) * 700;
    let path = '';
    for (let x = 60; x <= 940; x += 8) {
      const rise = peaks.reduce((sum, peak) => {
        const near = Math.exp(
          -(((x - peak.x - 40 * Math.sin(row / 5)) / peak.wide) ** 2) - ((row / rows - peak.row) / 0.34) ** 2,
        );
        return sum + near * (120 + 40 * Math.sin(x / 23 + row * 0.9) + 18 * random());
      }, 0);
      path += `${path ? 'L' : 'M'}${x} ${(y - rise - 2 * random()).toFixed(1)}`;
    }
    const color = row % 5 === 0 ? second : line;
    body += `<path d="${path}V1000H60Z" fill="${back}"/><path d="${path}" fill="none" stroke="${color}" stroke-width="5"/>`;
  }
  return `${body}<rect width="60" height="1000" fill="${back}"/><rect x="940" width="60" height="1000" fill="${back}"/><rect y="880" width="1000" height="120" fill="${back}"/>`;
};

export const halftone: Design = (random, { dark, light, first, second }) => {
  const step = pick(random, [27, 32, 40]);
  const turn = between(random, 0, 6.28);
  const [x0, y0] = [between(random, 250, 750), between(random, 250, 750)];
  let dots = '';
  for (let y = step / 2; y < 1000; y += step) {
    for (let x = step / 2; x < 1000; x += step) {
      const away = Math.hypot(x - x0, y - y0) / 560;
      const wave = 0.5 + 0.5 * Math.sin(away * 11 + Math.atan2(y - y0, x - x0) * 2 + turn);
      const radius = step * 0.52 * wave * Math.max(0.1, 1.15 - away);
      if (radius < 1.4) continue;
      dots += `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${radius.toFixed(1)}" fill="${wave > 0.72 ? first : away > 0.8 ? second : light}"/>`;
    }
  }
  return fill(dark) + dots;
};

export const sunset: Design = (random, { dark, ground, light, first, second }) => {
  const horizon = between(random, 540, 700);
  const x = between(random, 300, 700);
  const radius = between(random, 110, 190);
  let hills = '';
  for (let layer = 0; layer < 4; layer++) {
    const base = horizon + layer * between(random, 60, 95);
    hills += `<path d="${ridge(random, base, 60 - layer * 6)}" fill="${dark}" fill-opacity="${(0.35 + layer * 0.2).toFixed(2)}"/>`;
  }
  return `<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${dark}"/><stop offset=".42" stop-color="${ground}"/><stop offset=".62" stop-color="${first}"/><stop offset=".8" stop-color="${second}"/></linearGradient><linearGradient id="sun" x2="0" y2="1"><stop stop-color="${light}"/><stop offset="1" stop-color="${first}"/></linearGradient></defs><rect width="1000" height="1000" fill="url(#sky)"/><circle cx="${x.toFixed(0)}" cy="${(horizon - radius * 0.35).toFixed(0)}" r="${radius.toFixed(0)}" fill="url(#sun)"/>${hills}`;
};

function ridge(random: Random, base: number, height: number): string {
  const [one, two, shift] = [between(random, 120, 260), between(random, 50, 90), between(random, 0, 9)];
  let path = 'M0 1000';
  for (let x = 0; x <= 1000; x += 20) {
    const y = base + height * Math.sin(x / one + shift) + height * 0.35 * Math.sin(x / two + shift * 3);
    path += `L${x} ${y.toFixed(0)}`;
  }
  return `${path}V1000Z`;
}

export const glow: Design = (random, { dark, ground, light, first, second }) => {
  const blobs = [ground, first, second, first, light].map((color, nth) => {
    const id = `glow${nth}`;
    const [x, y, r] = [between(random, 80, 920), between(random, 80, 920), between(random, 320, 620)];
    return `<defs><radialGradient id="${id}"><stop stop-color="${color}"/><stop offset=".45" stop-color="${color}" stop-opacity=".55"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient></defs><circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${(nth === 4 ? r * 0.6 : r).toFixed(0)}" fill="url(#${id})"/>`;
  });
  const moon =
    random() < 0.6
      ? `<circle cx="500" cy="${whole(random, 440, 560)}" r="${whole(random, 120, 175)}" fill="${dark}"/>`
      : '';
  return fill(dark) + blobs.join('') + moon;
};

export const collage: Design = (random, { dark, ground, light, first, second }) => {
  let body = fill(pick(random, [light, ground]));
  for (const color of [first, dark, second, ground, dark, first, light]) {
    body += `<path d="${blob(random, between(random, 120, 880), between(random, 120, 880), between(random, 110, 300))}" fill="${color}"/>`;
  }
  for (let nth = 0; nth < 3; nth++) body += leaf(random, pick(random, [dark, second, light]));
  return body;
};

function blob(random: Random, x: number, y: number, size: number): string {
  const corners = whole(random, 5, 8);
  const points = Array.from({ length: corners }, (_, nth) => {
    const angle = (nth / corners) * 2 * Math.PI;
    const reach = size * between(random, 0.6, 1.15);
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)] as const;
  });
  const middle = (one: readonly [number, number], other: readonly [number, number]) =>
    `${((one[0] + other[0]) / 2).toFixed(0)} ${((one[1] + other[1]) / 2).toFixed(0)}`;
  return points.reduce((path, point, nth) => {
    const next = points[(nth + 1) % corners] ?? point;
    const start = nth === 0 ? `M${middle(points[corners - 1] ?? point, point)}` : '';
    return `${path}${start}Q${point[0].toFixed(0)} ${point[1].toFixed(0)} ${middle(point, next)}`;
  }, '');
}

function leaf(random: Random, color: string): string {
  const fingers = Array.from({ length: 7 }, (_, nth) => {
    const y = -40 - nth * 46;
    const reach = 120 - Math.abs(3 - nth) * 16;
    return `<ellipse cx="${reach * 0.55}" cy="${y}" rx="${reach * 0.62}" ry="19" transform="rotate(-28 0 ${y})"/><ellipse cx="${-reach * 0.55}" cy="${y}" rx="${reach * 0.62}" ry="19" transform="rotate(28 0 ${y})"/>`;
  });
  const place = `translate(${whole(random, 200, 800)} ${whole(random, 500, 900)}) rotate(${whole(random, -70, 70)}) scale(${between(random, 0.8, 1.35).toFixed(2)})`;
  return `<g transform="${place}" fill="${color}"><rect x="-9" y="-380" width="18" height="400" rx="9"/>${fingers.join('')}</g>`;
}

export const orbits: Design = (random, { dark, ground, light, first, second }) => {
  const [x, y] = [between(random, 380, 620), between(random, 380, 620)];
  const [dx, dy] = [between(random, -90, 90), between(random, -90, 90)];
  let lines = '';
  for (let nth = 1; nth < 34; nth++) {
    lines += `<circle cx="${x}" cy="${y}" r="${nth * 22}" stroke="${light}"/><circle cx="${x + dx}" cy="${y + dy}" r="${nth * 22}" stroke="${first}"/>`;
  }
  return `${fill(pick(random, [dark, ground]))}<g fill="none" stroke-width="6.5">${lines}</g><circle cx="${x + dx / 2}" cy="${y + dy / 2}" r="${whole(random, 80, 150)}" fill="${second}"/>`;
};
