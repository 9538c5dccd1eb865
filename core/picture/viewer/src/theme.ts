// The colours of pictures, light and dark. A picture has concrete colours, so that screen, file and paper show the same.
import type { Mark } from './data';
import look from './look.json';

export interface Tint {
  fill: string;
  stroke: string;
  text: string;
}

export type Family =
  | 'weights'
  | 'norm'
  | 'activation'
  | 'pool'
  | 'shape'
  | 'arithmetic'
  | 'tensor'
  | 'scalar'
  | 'container'
  | 'attribute'
  | 'call'
  | 'control'
  | 'effect'
  | 'input'
  | 'output'
  | 'module';

export interface Theme {
  isDark: boolean;
  background: string;
  ink: string;
  faint: string;
  edge: string; // of tensors
  otherEdge: string;
  groups: string[]; // fills of open groups, by depth in turn
  groupStroke: string;
  selection: string;
  hit: string;
  current: string; // of a debugger
  families: Record<Family, Tint>;
  marks: Record<Mark['kind'], string>;
  heat: [number, number, number][]; // from none to most
}

export const kLight: Theme = {
  isDark: false,
  ...look.light,
  hit: '#b45309',
  current: '#c2410c',
  heat: [
    [255, 255, 255],
    [255, 237, 195],
    [253, 190, 112],
    [240, 115, 70],
    [190, 38, 50],
  ],
};

export const kDark: Theme = {
  isDark: true,
  background: '#14181f',
  ink: '#e3e8ef',
  faint: '#9ba7b7',
  edge: '#6f8bb5',
  otherEdge: '#566071',
  groups: ['#191e27', '#1e2530'],
  groupStroke: '#3c4657',
  selection: '#6ea8ff',
  hit: '#f0a840',
  current: '#ff9a4d',
  families: {
    weights: { fill: '#1a2d4a', stroke: '#4a78b8', text: '#b5d2fb' },
    norm: { fill: '#14322f', stroke: '#3f8c80', text: '#9fe0d5' },
    activation: { fill: '#3d1d29', stroke: '#a6566f', text: '#f7bccd' },
    pool: { fill: '#1b3320', stroke: '#4f8f55', text: '#b1e0b3' },
    shape: { fill: '#262d39', stroke: '#5c6a80', text: '#ccd5e2' },
    arithmetic: { fill: '#352b12', stroke: '#94792f', text: '#efd990' },
    tensor: { fill: '#23264a', stroke: '#6168b4', text: '#c5caf8' },
    scalar: { fill: '#21262e', stroke: '#4d5766', text: '#c0c9d5' },
    container: { fill: '#2c2818', stroke: '#7c7042', text: '#e2d7ab' },
    attribute: { fill: '#152e2a', stroke: '#437f74', text: '#a2dbd0' },
    call: { fill: '#38270f', stroke: '#a37336', text: '#f4cd9c' },
    control: { fill: '#2a2040', stroke: '#7a5db0', text: '#d8c6f6' },
    effect: { fill: '#3c1c1b', stroke: '#a75350', text: '#f8bdba' },
    input: { fill: '#16301f', stroke: '#418a58', text: '#a9e0ba' },
    output: { fill: '#2a8a53', stroke: '#37a868', text: '#ffffff' },
    module: { fill: '#232b37', stroke: '#6b7a90', text: '#e3e8ef' },
  },
  marks: {
    'in-place': '#f0a840',
    alias: '#b79cf0',
    nan: '#ff7b72',
    fused: '#4fc9ba',
    baked: '#e08bf0',
    added: '#5fc97f',
    removed: '#ff7b72',
    changed: '#f0a840',
    diverges: '#ff7b72',
  },
  heat: [
    [35, 43, 55],
    [92, 58, 46],
    [158, 78, 42],
    [218, 112, 48],
    [255, 176, 84],
  ],
};

/** The colour of a share between 0 and 1. */
export function heatColour(theme: Theme, share: number): [number, number, number] {
  const at = Math.min(1, Math.max(0, share)) * (theme.heat.length - 1);
  const low = Math.min(theme.heat.length - 2, Math.floor(at));
  const [from, to] = [theme.heat[low], theme.heat[low + 1]];
  return [0, 1, 2].map((part) => Math.round(from[part] + (to[part] - from[part]) * (at - low))) as [
    number,
    number,
    number,
  ];
}

export const rgb = (colour: [number, number, number]): string =>
  `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** Black or white, whichever is easier to read on the colour. */
export function inkOn([red, green, blue]: [number, number, number]): string {
  const linear = [red, green, blue].map((part) =>
    part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  const luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  return luminance > 0.19 ? '#101318' : '#ffffff';
}
