import sharp from 'sharp';

/** Enough to see what a cover is about, little enough to count. */
const SAMPLE_PX = 40;
/** Steps per colour channel into which pixels are sorted. */
const STEPS = 8;

/** The colour that a page around a cover takes: common and vivid ones before grey, as #rrggbb. */
export async function dominantColour(picture: Buffer): Promise<string> {
  const { data } = await sharp(picture)
    .resize(SAMPLE_PX, SAMPLE_PX, { fit: 'fill' })
    .flatten({ background: '#000000' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const groups = new Map<number, { weight: number; count: number; sum: [number, number, number] }>();
  for (let at = 0; at + 2 < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    const key = (step(red) * STEPS + step(green)) * STEPS + step(blue);
    const group = groups.get(key) ?? { weight: 0, count: 0, sum: [0, 0, 0] };
    group.weight += 0.05 + vividness(red, green, blue);
    group.count++;
    group.sum = [group.sum[0] + red, group.sum[1] + green, group.sum[2] + blue];
    groups.set(key, group);
  }
  const [best] = [...groups.values()].sort((a, b) => b.weight - a.weight);
  if (!best) return '#202020';
  return `#${best.sum
    .map((sum) =>
      Math.round(sum / best.count)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

const step = (value: number) => Math.floor((value * STEPS) / 256);

/** 0 for grey, black and white, 1 for a pure colour of middle lightness. */
function vividness(red: number, green: number, blue: number): number {
  return (Math.max(red, green, blue) - Math.min(red, green, blue)) / 255;
}
