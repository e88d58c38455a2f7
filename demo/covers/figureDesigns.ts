import { randomBetween, randomInteger, randomItem } from '../random.ts';
import { type Design, drawBackground } from './geometricDesigns.ts';

/** A head in profile, filled with waves. */
export const profile: Design = (random, { dark, ground, light, first, second }) => {
  const head =
    'M300 1000C310 900 300 860 262 790C190 660 210 470 300 340C380 226 560 190 668 290C742 360 748 440 742 486C738 520 790 574 800 612C804 634 760 634 752 648C746 662 768 684 760 702C752 716 742 716 744 730C750 772 736 806 690 808C640 810 610 800 600 840C592 880 604 940 640 1000Z';
  let waves = '';
  for (let index = 0; index < 15; index++) {
    const y = 150 + index * 62;
    waves += `<path d="M100 ${y}C300 ${y - randomInteger(random, 40, 190)} 520 ${y + randomInteger(random, 40, 190)} 900 ${y - 30}V${y + 44}C520 ${y + 130} 300 ${y - 40} 100 ${y + 62}Z" fill="${randomItem(random, [first, second, light, ground])}"/>`;
  }
  const flip = random() < 0.5 ? ' transform="translate(1000 0) scale(-1 1)"' : '';
  return `${drawBackground(ground)}<circle cx="500" cy="500" r="${randomInteger(random, 340, 390)}" fill="${first}"/><g${flip}><clipPath id="head"><path d="${head}"/></clipPath><path d="${head}" fill="${dark}"/><g clip-path="url(#head)" opacity=".94">${waves}</g></g>`;
};

/** Houses at night with lit windows. */
export const city: Design = (random, { dark, ground, light, first, second }) => {
  let body = `<defs><linearGradient id="dusk" x2="0" y2="1"><stop stop-color="${dark}"/><stop offset=".6" stop-color="${ground}"/><stop offset="1" stop-color="${first}"/></linearGradient></defs><rect width="1000" height="1000" fill="url(#dusk)"/><circle cx="${randomInteger(random, 180, 820)}" cy="${randomInteger(random, 150, 330)}" r="${randomInteger(random, 60, 110)}" fill="${light}"/>`;
  for (let layer = 0; layer < 3; layer++) {
    for (let x = -30; x < 1000; ) {
      const width = randomInteger(random, 70, 150);
      const top = randomInteger(random, 380 + layer * 130, 620 + layer * 120);
      body += `<rect x="${x}" y="${top}" width="${width}" height="${1000 - top}" fill="${dark}" fill-opacity="${0.45 + layer * 0.27}"/>`;
      for (let y = top + 24; layer > 0 && y < 960; y += 40) {
        for (let window = x + 18; window < x + width - 24; window += 32) {
          if (random() < 0.24)
            body += `<rect x="${window}" y="${y}" width="14" height="20" fill="${randomItem(random, [light, first, second])}"/>`;
        }
      }
      x += width + randomInteger(random, 0, 14);
    }
  }
  return body;
};

/** A still life: table, vase and fruit. */
export const still: Design = (random, { dark, ground, light, first, second }) => {
  const table = randomInteger(random, 640, 740);
  const x = randomInteger(random, 340, 620);
  const stems = Array.from({ length: 5 }, (_, index) => {
    const [tx, ty] = [x + (index - 2) * randomBetween(random, 70, 110), randomBetween(random, 130, 300)];
    const bloom = Array.from({ length: 7 }, (_unused, petal) => {
      const angle = (petal / 7) * 2 * Math.PI;
      return `<circle cx="${(tx + 38 * Math.cos(angle)).toFixed(0)}" cy="${(ty + 38 * Math.sin(angle)).toFixed(0)}" r="26" fill="${index % 2 ? first : light}"/>`;
    });
    return `<path d="M${x} ${table - 190}Q${((x + tx) / 2 + 20).toFixed(0)} ${((table + ty) / 2).toFixed(0)} ${tx.toFixed(0)} ${ty.toFixed(0)}" fill="none" stroke="${dark}" stroke-width="9"/>${bloom.join('')}<circle cx="${tx.toFixed(0)}" cy="${ty.toFixed(0)}" r="22" fill="${second}"/>`;
  });
  const vase = `<path d="M${x - 52} ${table - 210}H${x + 52}C${x + 40} ${table - 130} ${x + 150} ${table - 90} ${x + 120} ${table + 70}C${x + 110} ${table + 110} ${x - 110} ${table + 110} ${x - 120} ${table + 70}C${x - 150} ${table - 90} ${x - 40} ${table - 130} ${x - 52} ${table - 210}Z" fill="${dark}"/>`;
  const fruit = `<circle cx="${x + 250}" cy="${table + 50}" r="78" fill="${second}"/><path d="M${x + 250} ${table - 20}q10 -40 46 -52" stroke="${dark}" stroke-width="9" fill="none"/>`;
  return `${drawBackground(ground)}<rect y="${table}" width="1000" height="400" fill="${randomItem(random, [second, first])}"/><rect y="${table}" width="1000" height="14" fill="${light}"/>${stems.join('')}${vase}${fruit}`;
};

/** Rows of waves. */
export const sea: Design = (random, { dark, ground, light, first, second }) => {
  const size = randomInteger(random, 70, 110);
  let body = `${drawBackground(light)}<circle cx="${randomInteger(random, 260, 740)}" cy="${randomInteger(random, 200, 340)}" r="${randomInteger(random, 110, 160)}" fill="${second}"/>`;
  for (let row = 0; row * size * 0.5 < 760; row++) {
    const y = 380 + row * size * 0.5;
    for (let column = -1; column * size * 2 < 1100; column++) {
      const x = column * size * 2 + (row % 2) * size;
      body += [1, 0.76, 0.52, 0.28]
        .map(
          (part, index) =>
            `<circle cx="${x}" cy="${y + size}" r="${size * part}" fill="${[dark, light, index % 2 ? light : ground, first][index]}"/>`,
        )
        .join('');
    }
  }
  return body;
};

/** Slanted areas with space for lettering. */
export const poster: Design = (random, { dark, light, first, second }) => {
  const lean = randomInteger(random, -220, 220);
  const top = randomInteger(random, 250, 430);
  return `${drawBackground(light)}<path d="M0 ${top + lean / 2}L1000 ${top - lean / 2}V${top + 330 - lean}L0 ${top + 330 + lean}Z" fill="${first}"/><path d="M0 ${top + 330 + lean}L1000 ${top + 330 - lean}V1000H0Z" fill="${dark}"/><circle cx="${randomInteger(random, 250, 750)}" cy="${top + 300}" r="${randomInteger(random, 130, 210)}" fill="${second}"/>`;
};
