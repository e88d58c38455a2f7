/** Colours of a cover; `first` and `second` are accents. */
export interface Palette {
  ground: string;
  dark: string;
  light: string;
  first: string;
  second: string;
}

type Colors = [ground: string, dark: string, light: string, first: string, second: string];
const palettes: [Colors, ...Colors[]] = [
  ['#c9503f', '#2b1217', '#f7e6d4', '#f29c6b', '#7a2233'],
  ['#0f3b2e', '#08201a', '#e9f2dd', '#63d6b4', '#f0b64a'],
  ['#1d1836', '#0d0a1c', '#f3ecff', '#ff6f91', '#5ad1c8'],
  ['#e8d9bd', '#1f2230', '#fbf5e6', '#d8472b', '#27548a'],
  ['#f2b632', '#2a1a0e', '#fff3d1', '#d94f2b', '#2f6f73'],
  ['#12343b', '#07181c', '#f5e9d3', '#e1b382', '#c8553d'],
  ['#f4c7c3', '#3c1d33', '#fff1ea', '#c23b5e', '#5b5ea6'],
  ['#27324f', '#121829', '#eef1f8', '#8fb8de', '#f2d16b'],
  ['#5a2a6b', '#1f0d2b', '#f6e7ff', '#c7ea46', '#ff9f68'],
  ['#d7e3e6', '#1b2a2f', '#f8fbfb', '#e4572e', '#2e86ab'],
  ['#7d8c4a', '#1e2412', '#f3f0d5', '#e9c46a', '#a63d2f'],
  ['#101014', '#050507', '#f2efe8', '#e8432e', '#8d8d96'],
  ['#0b4f6c', '#041f2c', '#e6f4f1', '#01baef', '#fbb13c'],
  ['#b8d4c0', '#16302b', '#f5faf3', '#f26b5b', '#3d7068'],
  ['#ef8354', '#2d1b2e', '#ffeedd', '#4f5d9e', '#ffd07b'],
  ['#3a2e2a', '#171210', '#efe4d6', '#c98b5c', '#7ea3a1'],
  ['#233d8f', '#0c1535', '#f0f3ff', '#ff5c8a', '#ffd447'],
  ['#efe9e1', '#22201d', '#ffffff', '#9a8f80', '#c4492f'],
];

/** Returns a palette; the index wraps around. */
export function getPalette(index: number): Palette {
  const [ground, dark, light, first, second] = palettes[index % palettes.length] ?? palettes[0];
  return { ground, dark, light, first, second };
}
