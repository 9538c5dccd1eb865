// The texts in boxes and on edges, and the colours of boxes.
import type { BoxText, Node, Stats, Value } from './data';
import look from './look.json';
import type { BoxId, Model } from './model';
import { countText, flopsText, type Font, numberText, plainName, shortened, widthOf } from './text';
import type { Family } from './theme';

export interface Line {
  text: string;
  font: Font;
  isFaint?: boolean;
}

export interface Content {
  lines: Line[];
  family: Family;
  repeats: number; // 1 for a box that is shown for itself
  width: number; // of the longest line
  height: number; // of all lines
}

const { sizes } = look;
export const kTitleFont: Font = { size: sizes.title, weight: 600 };
export const kDetailFont: Font = { size: sizes.detail, weight: 400 };
export const kLabelFont: Font = { size: sizes.label, weight: 400, isMono: true };
export const kLineHeight = sizes.lineHeight;

const kMostName = 44;
const kMostLabel = 48;

function contentOfText({ title, details = [], note = '', family }: BoxText, repeats = 1): Content {
  const lines: Line[] = [{ text: title, font: kTitleFont }];
  for (const detail of details) lines.push({ text: detail, font: kDetailFont });
  if (note !== '') lines.push({ text: note, font: kDetailFont, isFaint: true });
  return {
    lines,
    family,
    repeats,
    width: Math.max(...lines.map((line) => widthOf(line.text, line.font))),
    height: lines.reduce((sum, line) => sum + line.font.size * kLineHeight, 0),
  };
}

export function contentOf(model: Model, box: BoxId): Content {
  if (box.kind === 'group') {
    const group = model.groups[box.id];
    return contentOfText(group.box, Math.max(1, group.repeats.length));
  }
  if (box.kind === 'node') return contentOfText(model.nodes[box.id].box);
  const family = box.kind === 'input' ? 'input' : 'output';
  return contentOfText({ title: nameOf(model.values[box.id]) || box.kind, family });
}

/** The name in the source: "x" for "x.1"; empty for a value that has only a number. */
export function nameOf(value: Value): string {
  return shortened(value.name.replace(/(^|\.)\d+$/, ''), kMostName);
}

export function statsText(stats: Stats): string {
  return [stats.parameters ? `${countText(stats.parameters)} params` : '', stats.flops ? flopsText(stats.flops) : '']
    .filter((part) => part !== '')
    .join(' · ');
}

/** The constants of a node, in one line. */
export const detailText = (node: Node): string => (node.box.details ?? []).join(', ').replaceAll(' · ', ', ');

export type EdgeText = 'shapes' | 'values' | 'names' | 'none';

/** "float32 [1, 64]" is "1×64 float32": the sizes are of more interest. */
export function shapeText(shape: string): string {
  const match = /^(\w+) \[(.*)\]$/s.exec(shape);
  return match ? `${match[2].replace(/, /g, '×').replace('...', '…') || 'scalar'} ${match[1]}` : shape;
}

export function edgeText(value: Value, kind: EdgeText): string {
  if (kind === 'none') return '';
  if (kind === 'names') return shortened(plainName(value.name), kMostLabel);
  const { summary } = value;
  if (kind === 'values' && summary) {
    if (summary.nan > 0) return `${countText(summary.nan)} nan`;
    return `${numberText(summary.min)} … ${numberText(summary.max)}, mean ${numberText(summary.mean)}`;
  }
  return value.shape === undefined ? '' : shortened(shapeText(value.shape), kMostLabel);
}

export function isTensor(value: Value): boolean {
  return /Tensor|^[A-Z]\w*\(/.test(value.type); // a traced tensor's type is such as Float(1, 64)
}
