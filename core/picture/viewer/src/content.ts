// The texts in boxes and on edges, and the colours of boxes.
import type { Node, Stats, Value } from './data';
import type { BoxId, Model } from './model';
import { countText, flopsText, type Font, numberText, shortened, shortenedFront, widthOf } from './text';
import { type Family, familyOf } from './theme';

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

export const kTitleFont: Font = { size: 13, weight: 600 };
export const kNameFont: Font = { size: 13, weight: 400 };
export const kDetailFont: Font = { size: 11, weight: 400 };
export const kLabelFont: Font = { size: 10.5, weight: 400, isMono: true };
export const kLineHeight = 1.36;

const kMostTitle = 44;
const kMostDetail = 40;
const kMostDetailLines = 2;
const kMostLabel = 48;

function content(lines: Line[], family: Family, repeats = 1): Content {
  const shown = lines.filter((line) => line.text !== '');
  return {
    lines: shown,
    family,
    repeats,
    width: Math.max(...shown.map((line) => widthOf(line.text, line.font))),
    height: shown.reduce((sum, line) => sum + line.font.size * kLineHeight, 0),
  };
}

export function contentOf(model: Model, box: BoxId): Content {
  if (box.kind === 'group') return groupContent(model, box.id);
  if (box.kind === 'node') return nodeContent(model, model.nodes[box.id]);
  return content(
    [{ text: nameOf(model.values[box.id]) || box.kind, font: kTitleFont }],
    box.kind === 'input' ? 'input' : 'output',
  );
}

/** The name in the source: "x" for "x.1"; empty for a value that has only a number. */
export function nameOf(value: Value): string {
  return shortened(value.name.replace(/(^|\.)\d+$/, ''), kMostTitle);
}

/** The family of a group. The class of a module with further modules in it says little about its work. */
export function familyOfGroup(model: Model, id: number): Family {
  const group = model.groups[id];
  if (group.kind === 'if' || group.kind === 'loop' || group.kind === 'block') return 'control';
  if (group.kind === 'function') return familyOf(group.title, 'call');
  const isLeaf = group.kind === 'module' && !model.children[id].some((child) => model.groups[child].kind === 'module');
  return isLeaf ? familyOf(group.type, 'module') : 'module';
}

export function statsText(stats: Stats): string {
  return [stats.parameters ? `${countText(stats.parameters)} params` : '', stats.flops ? flopsText(stats.flops) : '']
    .filter((part) => part !== '')
    .join(' · ');
}

// In a sequence, modules are numbered: their classes tell more.
const isNumber = (title: string): boolean => /^\d+$/.test(title);

function groupContent(model: Model, id: number): Content {
  const group = model.groups[id];
  const title = titleOfGroup(model, id);
  const stats = statsText(group.stats) || (group.stats.nodes > 1 ? `${countText(group.stats.nodes)} nodes` : '');
  return content(
    [
      ...(isNumber(title) && group.type !== ''
        ? [{ text: `${title}: ${shortened(group.type, kMostTitle)}`, font: kTitleFont }]
        : [
            { text: title, font: kTitleFont },
            { text: shortened(group.type, kMostTitle), font: kDetailFont },
          ]),
      { text: stats, font: kDetailFont, isFaint: true },
    ],
    familyOfGroup(model, id),
    Math.max(1, group.repeats.length),
  );
}

/** The title without the path of the module around the group: "0" in "layer1". */
export function titleOfGroup(model: Model, id: number): string {
  const group = model.groups[id];
  if (group.title === '') return shortened(group.type, kMostTitle) || group.kind;
  if (group.kind !== 'module') return shortened(group.title, kMostTitle);
  const around = group.parent === null ? '' : model.modulePath(group.parent);
  const isInside = around !== '' && group.title.startsWith(`${around}.`);
  return shortenedFront(isInside ? group.title.slice(around.length + 1) : group.title, kMostTitle);
}

function nodeContent(model: Model, node: Node): Content {
  const family: Family = node.category === 'tensor' ? familyOf(node.kind, 'tensor') : node.category;
  const details = detailsOf(node);
  const lines: Line[] = [{ text: shortened(node.title, kMostTitle) || node.kind, font: kTitleFont }];
  for (const detail of details) lines.push({ text: detail, font: kDetailFont });
  // In a file of tensors, nodes are only their weights.
  if (node.outputs.length === 0) {
    for (const { weight } of node.inputs)
      if (weight !== undefined)
        lines.push({ text: shortened(shapeText(model.picture.weights[weight].shape), kMostDetail), font: kDetailFont });
  }
  return content(lines, family);
}

// Constants that differ from the defaults of the schema.
function constantsOf(node: Node): string[] {
  return node.inputs
    .filter(
      (input) =>
        input.text !== undefined &&
        !input.isDefault &&
        input.weight === undefined &&
        !/^self\b/.test(input.text) &&
        input.text !== 'None',
    )
    .map((input) => shortened(input.name === '' ? input.text! : `${input.name} ${input.text}`, kMostDetail));
}

export const detailText = (node: Node): string => constantsOf(node).join(', ');

// As many constants as fit in two short lines.
function detailsOf(node: Node): string[] {
  const lines: string[] = [];
  for (const part of constantsOf(node)) {
    const last = lines.length - 1;
    if (last >= 0 && lines[last].length + part.length + 3 <= kMostDetail) lines[last] += ` · ${part}`;
    else if (lines.length < kMostDetailLines) lines.push(part);
    else {
      lines[last] = shortened(`${lines[last]} …`, kMostDetail);
      break;
    }
  }
  return lines;
}

export type EdgeText = 'shapes' | 'values' | 'names' | 'none';

/** "float32 [1, 64]" is "1×64 float32": the sizes are of more interest. */
export function shapeText(shape: string): string {
  const match = /^(\w+) \[(.*)\]$/s.exec(shape);
  return match ? `${match[2].replace(/, /g, '×').replace('...', '…') || 'scalar'} ${match[1]}` : shape;
}

export function edgeText(value: Value, kind: EdgeText): string {
  if (kind === 'none') return '';
  if (kind === 'names') return shortened(value.name, kMostLabel);
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
