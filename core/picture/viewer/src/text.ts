// Texts: their width, shortened texts, and numbers as people read them.

import look from './look.json';

export const kFamily = '"Inter", "Segoe UI", "Helvetica Neue", "DejaVu Sans", "Liberation Sans", Arial, sans-serif';
export const kMonoFamily = '"JetBrains Mono", "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace';

export interface Font {
  size: number;
  weight: 400 | 600;
  isMono?: boolean;
}

export function cssOf(font: Font, scale = 1): string {
  return `${font.weight} ${font.size * scale}px ${font.isMono ? kMonoFamily : kFamily}`;
}

// The advance of a character in parts of the font's size.
function advanceOf(character: string, { weight, isMono }: Font): number {
  if (isMono) return look.sizes.mono;
  const code = character.codePointAt(0)!;
  if (code < 0x20 || code > 0x7e) return code >= 0x80 && code <= 0xff ? look.latinAdvance : look.otherAdvance;
  return (weight === 600 ? look.boldAdvances : look.advances)[code - 0x20];
}

/**
 * In pixels. The widths come from a table of the widest of the usual faces, not from a font, so that the picture that tsviz draws and
 * every browser place boxes alike.
 */
export function widthOf(text: string, font: Font): number {
  let sum = 0;
  for (const character of text) sum += advanceOf(character, font);
  return sum * font.size;
}

/** At most this many characters; the end of a longer text is an ellipsis. Control characters become blanks. */
export function shortened(text: string, most: number): string {
  if (text.length <= most && /^[\x20-\x7e]*$/.test(text)) return text;
  const plain = text.length > 4 * most ? text.slice(0, 4 * most) : text;
  const characters = [...plain.replace(/[\u0000-\u001f\u007f\u200b-\u200f\u2028-\u202e\u2066-\u2069]+/g, ' ')];
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`;
}

/** A long path or name keeps its end: "…layer4.2.conv3". */
export function shortenedFront(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most
    ? shortened(text, most)
    : `…${characters.slice(characters.length - most + 1).join('')}`;
}

const kSteps = [
  { factor: 1e12, unit: 'T' },
  { factor: 1e9, unit: 'G' },
  { factor: 1e6, unit: 'M' },
  { factor: 1e3, unit: 'k' },
];

function withUnit(value: number, steps: { factor: number; unit: string }[], least: string): string {
  const step = steps.find(({ factor }) => Math.abs(value) >= factor * 0.9995);
  if (!step) return `${Number(value.toPrecision(3))}${least}`;
  const scaled = value / step.factor;
  return `${scaled >= 100 ? Math.round(scaled) : scaled.toPrecision(3)} ${step.unit}`;
}

/** 25557032 is "25.6 M". */
export const countText = (value: number): string => withUnit(value, kSteps, '');

export const flopsText = (value: number): string => `${withUnit(value, kSteps, ' ')}FLOP`;

const kByteSteps = [
  { factor: 2 ** 40, unit: 'TiB' },
  { factor: 2 ** 30, unit: 'GiB' },
  { factor: 2 ** 20, unit: 'MiB' },
  { factor: 2 ** 10, unit: 'KiB' },
];
export const bytesText = (value: number): string => withUnit(value, kByteSteps, ' B');

const kTimeSteps = [
  { factor: 1, unit: 's' },
  { factor: 1e-3, unit: 'ms' },
  { factor: 1e-6, unit: 'µs' },
  { factor: 1e-9, unit: 'ns' },
];
export const secondsText = (value: number): string => (value === 0 ? '0 s' : withUnit(value, kTimeSteps, ' s'));

/** A number of a tensor: four digits; null is NaN. */
export function numberText(value: number | null): string {
  if (value === null) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '−inf';
  const size = Math.abs(value);
  const text = size !== 0 && (size < 1e-3 || size >= 1e6) ? value.toExponential(2) : `${Number(value.toPrecision(4))}`;
  return text.replace('-', '−');
}

/** The name of a value as in the source: without the number that makes it unique, x.1. */
export function plainName(name: string): string {
  return name.replace(/\.\d+$/, '');
}
