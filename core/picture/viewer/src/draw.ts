// Draws the part of a picture that is in view, in the detail that its size on the screen allows.
import type { Mark } from './data';
import { type Content, kDetailFont, kLabelFont, kLineHeight, kTitleFont } from './content';
import { kStack } from './groupLayout';
import type { Box, Direction, Inside } from './layout';
import { type BoxId, type Model, textOf } from './model';
import type { Pen, Shape, Spoken } from './pen';
import { type Font, widthOf } from './text';
import type { Theme, Tint } from './theme';

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Chip {
  kind: Mark['kind'];
  count: number;
  label?: string; // in place of that of the kind
}

/** How a view colours and marks the picture. */
export interface Look {
  theme: Theme;
  direction: Direction;
  isSelected(id: BoxId): boolean;
  isHit(id: BoxId): boolean;
  isCurrent(id: BoxId): boolean; // where a debugger stopped
  isDim(id: BoxId): boolean; // beside a highlighted path
  pieceState(inside: Inside, value: number, link: number): 'normal' | 'lit' | 'dim';
  tint(id: BoxId, content: Content): Tint;
  chips(id: BoxId, isOpen: boolean): Chip[];
  label(id: BoxId): string; // for screen readers
  isAlarming(value: number): boolean; // of the text on an edge
}

/** The state of a transition between two layouts. */
export interface Transition {
  from: Map<string, Rect>; // where boxes were
  share: number; // from 0 to 1
}

const kLeastBox = 2.5,
  kLeastOpen = 22,
  kLeastText = 3.2; // pixels of the screen
const kRadius = 7;
const kChipFont: Font = { size: 9.5, weight: 600 };
const kChipTexts: Record<Mark['kind'], string> = {
  'in-place': 'in-place',
  alias: 'alias',
  nan: 'NaN',
  fused: 'fused',
  baked: 'baked',
  added: '+',
  removed: '−',
  changed: '~',
  diverges: '≠',
};

export function draw(
  model: Model,
  root: Inside,
  pen: Pen,
  view: Rect,
  zoom: number,
  look: Look,
  transition?: Transition,
): void {
  new Drawing(model, pen, view, zoom, look, transition).inside(root, 0, 0);
}

function boundsOf(path: number[], x: number, y: number, margin: number): Rect {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < path.length; at += 2) {
    left = Math.min(left, path[at]);
    right = Math.max(right, path[at]);
    top = Math.min(top, path[at + 1]);
    bottom = Math.max(bottom, path[at + 1]);
  }
  return {
    x: x + left - margin,
    y: y + top - margin,
    width: right - left + 2 * margin,
    height: bottom - top + 2 * margin,
  };
}

export function meets(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

class Drawing {
  private readonly isDown: boolean;

  constructor(
    private readonly model: Model,
    private readonly pen: Pen,
    private readonly view: Rect,
    private readonly zoom: number,
    private readonly look: Look,
    private readonly transition: Transition | undefined,
  ) {
    this.isDown = look.direction === 'down';
  }

  inside(inside: Inside, x: number, y: number): void {
    this.edges(inside, x, y);
    for (const box of inside.boxes) {
      const at = this.placeOf(box, x, y);
      if (meets(at, this.view)) this.box(box, at, x, y);
    }
    this.labels(inside, x, y);
  }

  private placeOf(box: Box, x: number, y: number): Rect {
    const at = { x: x + box.x, y: y + box.y, width: box.width, height: box.height };
    const from = this.transition?.from.get(textOf(box.id));
    if (!from) return at;
    const mix = (a: number, b: number) => a + (b - a) * this.transition!.share;
    return {
      x: mix(from.x, at.x),
      y: mix(from.y, at.y),
      width: mix(from.width, at.width),
      height: mix(from.height, at.height),
    };
  }

  private edges(inside: Inside, x: number, y: number): void {
    const styles = new Map<
      string,
      { paths: number[][]; tips: [number, number][]; colour: string; width: number; alpha: number }
    >();
    const { theme } = this.look;
    const margin = 4;
    for (const piece of inside.pieces) {
      const path = piece.path;
      const bounds = boundsOf(path, x, y, margin);
      if (!meets(bounds, this.view)) continue;
      if (Math.max(bounds.width, bounds.height) * this.zoom < 3) continue;
      const state = this.look.pieceState(inside, piece.value, piece.link);
      const key = `${state}${piece.isTensor}`;
      let style = styles.get(key);
      if (!style) {
        const colour = state === 'lit' ? theme.selection : piece.isTensor ? theme.edge : theme.otherEdge;
        const width = state === 'lit' ? 2.4 : piece.isTensor ? 1.5 : 1.1;
        styles.set(
          key,
          (style = {
            paths: [],
            tips: [],
            colour,
            width: Math.max(width, 0.7 / this.zoom),
            alpha: state === 'dim' ? 0.25 : 1,
          }),
        );
      }
      const moved = path.map((part, index) => part + (index % 2 === 0 ? x : y));
      if (piece.hasArrow) {
        const end = moved.length - 2,
          along = this.isDown ? 1 : 0;
        style.tips.push([moved[end], moved[end + 1]]);
        moved[end + along] -= 4; // the line ends within the arrow
        if (end === 6) moved[4 + along] -= 4;
      }
      style.paths.push(moved);
    }
    const fade = this.transition ? this.transition.share ** 3 : 1;
    for (const style of [...styles.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)) {
      this.pen.paths(style.paths, this.isDown, {
        stroke: style.colour,
        width: style.width,
        alpha: this.alpha(style.alpha * fade),
      });
      if (this.zoom * 7 > 2)
        this.pen.arrows(style.tips, this.isDown, 7, { fill: style.colour, alpha: this.alpha(style.alpha * fade) });
    }
  }

  private alpha(value: number): number | undefined {
    return value === 1 ? undefined : value;
  }

  private labels(inside: Inside, x: number, y: number): void {
    if (kLabelFont.size * this.zoom < kLeastText + 1 || (this.transition && this.transition.share < 0.7)) return;
    const { theme } = this.look;
    for (const label of inside.labels) {
      const at = { x: x + label.x, y: y + label.y - 10, width: label.text.length * 7, height: 14 };
      if (!meets(at, this.view)) continue;
      this.pen.text(x + label.x, y + label.y, label.text, {
        font: kLabelFont,
        colour: this.look.isAlarming(label.value) ? theme.marks.nan : theme.faint,
      });
    }
  }

  private box(box: Box, at: Rect, x: number, y: number): void {
    const isTiny = Math.min(at.width, at.height) * this.zoom < kLeastOpen;
    if (box.isPort) return this.port(at);
    const isNew = this.transition !== undefined && !this.transition.from.has(textOf(box.id));
    const alpha = this.alpha((this.look.isDim(box.id) ? 0.35 : 1) * (isNew ? this.transition!.share : 1));
    if (Math.max(at.width, at.height) * this.zoom < kLeastBox) return;
    if (box.inside && !isTiny) {
      this.frame(box, at, alpha);
      this.inside(box.inside, x + box.x + box.inside.x, y + box.y + box.inside.y);
      return;
    }
    this.closed(box, at, alpha);
  }

  private spoken(box: Box): Spoken {
    return {
      id: textOf(box.id),
      label: this.look.label(box.id),
      level: this.model.around(box.id).length,
      isExpanded: box.id.kind === 'group' ? Boolean(box.inside) : undefined,
      isSelected: this.look.isSelected(box.id),
    };
  }

  private outline(id: BoxId, tint: Tint): Shape {
    const { theme } = this.look;
    if (this.look.isCurrent(id)) return { stroke: theme.current, width: 3 };
    if (this.look.isSelected(id)) return { stroke: theme.selection, width: 2.6 };
    if (this.look.isHit(id)) return { stroke: theme.hit, width: 2.2 };
    const diff = this.look
      .chips(id, true)
      .find(({ kind }) => kind === 'added' || kind === 'removed' || kind === 'changed' || kind === 'diverges');
    if (diff) return { stroke: theme.marks[diff.kind], width: 2, isDashed: diff.kind === 'removed' };
    return { stroke: tint.stroke, width: 1.1 };
  }

  private port(at: Rect): void {
    const { theme } = this.look;
    const size = 5;
    if (size * this.zoom < 1.5) return;
    this.pen.rect(at.x - size / 2, at.y - size / 2, size, size, {
      fill: theme.background,
      stroke: theme.edge,
      width: 1.3,
      radius: size / 2,
    });
  }

  private frame(box: Box, at: Rect, alpha: number | undefined): void {
    const { theme } = this.look;
    const group = this.model.groups[box.id.id];
    const tint = this.look.tint(box.id, box.content);
    const isControl = box.content.family === 'control';
    const outline = this.outline(box.id, { ...tint, stroke: isControl ? tint.stroke : theme.groupStroke });
    const depth = this.model.depth[box.id.id] + 1;
    this.pen.box(this.spoken(box), at, {
      fill: theme.groups[depth % theme.groups.length],
      radius: 10,
      ...outline,
      alpha,
    });
    this.chips(box, at, true);
    if (kTitleFont.size * this.zoom < kLeastText) return;
    const baseline = at.y + 18.5;
    this.pen.text(at.x + 12, baseline, '▾', { font: kDetailFont, colour: theme.faint, alpha });
    const title = this.model.groups[box.id.id].label;
    this.pen.text(at.x + 26, baseline, title, { font: kTitleFont, colour: isControl ? tint.text : theme.ink, alpha });
    let end = at.x + 26 + widthOf(title, kTitleFont);
    if (group.type !== '' && end + 8 + widthOf(group.type, kDetailFont) < at.x + at.width) {
      this.pen.text(end + 8, baseline, group.type, { font: kDetailFont, colour: theme.faint, alpha });
      end += 8 + widthOf(group.type, kDetailFont);
    }
    if (box.content.repeats > 1)
      this.pen.text(end + 8, baseline, `×${box.content.repeats}`, { font: kTitleFont, colour: theme.selection, alpha });
  }

  private closed(box: Box, at: Rect, alpha: number | undefined): void {
    const tint = this.look.tint(box.id, box.content);
    const outline = this.outline(box.id, tint);
    const isPill = box.id.kind === 'input' || box.id.kind === 'output';
    const isGroup = box.id.kind === 'group';
    const radius = isPill ? at.height / 2 : isGroup ? kRadius + 2 : kRadius;
    if (isGroup && box.content.repeats > 1) {
      for (const shift of [kStack, kStack / 2])
        this.pen.rect(at.x + shift, at.y - shift, at.width, at.height, { fill: tint.fill, radius, ...outline, alpha });
    }
    this.pen.box(this.spoken(box), at, { fill: tint.fill, radius, ...outline, alpha });
    if (kTitleFont.size * this.zoom >= kLeastText && at.height + 1 >= box.content.height)
      this.texts(box, at, tint, alpha);
    this.chips(box, at, false);
  }

  private texts(box: Box, at: Rect, tint: Tint, alpha: number | undefined): void {
    const { content } = box;
    const middle = at.x + at.width / 2;
    let y = at.y + (at.height - content.height) / 2;
    for (const line of content.lines) {
      const height = line.font.size * kLineHeight;
      if (line.font.size * this.zoom >= kLeastText) {
        this.pen.text(middle, y + height / 2 + line.font.size * 0.355, line.text, {
          font: line.font,
          colour: tint.text,
          anchor: 'middle',
          alpha: line.isFaint ? (alpha ?? 1) * 0.82 : alpha,
        });
      }
      y += height;
    }
    if (box.id.kind === 'group')
      this.pen.text(at.x + 9, at.y + at.height / 2 + 3.8, '▸', {
        font: kTitleFont,
        colour: tint.text,
        alpha: (alpha ?? 1) * 0.75,
      });
    if (content.repeats > 1) {
      this.pen.text(at.x + at.width - 9, at.y + at.height / 2 + 4.6, `×${content.repeats}`, {
        font: kTitleFont,
        colour: tint.text,
        anchor: 'end',
        alpha,
      });
    }
  }

  private chips(box: Box, at: Rect, isOpen: boolean): void {
    if (kChipFont.size * this.zoom < kLeastText) return;
    const { theme } = this.look;
    let right = at.x + at.width - 8;
    for (const { kind, count, label } of this.look.chips(box.id, isOpen)) {
      const text = label ?? (count > 1 ? `${kChipTexts[kind]} ${count}` : kChipTexts[kind]);
      const width = widthOf(text, kChipFont) + 9;
      this.pen.rect(right - width, at.y - 7.5, width, 14, {
        fill: theme.background,
        stroke: theme.marks[kind],
        width: 1.1,
        radius: 7,
      });
      this.pen.text(right - width / 2, at.y + 3, text, {
        font: kChipFont,
        colour: theme.marks[kind],
        anchor: 'middle',
      });
      right -= width + 4;
    }
  }
}
