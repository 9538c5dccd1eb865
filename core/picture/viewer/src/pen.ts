// Two ways to draw: SVG text, for the screen and for files, and a canvas, for views with many boxes. Both draw the same.
import { escaped } from './dom';
import { cssOf, type Font, kFamily, kMonoFamily } from './text';

export interface Shape {
  fill?: string;
  stroke?: string;
  width?: number; // of the stroke
  radius?: number;
  isDashed?: boolean;
  alpha?: number;
}

export interface TextStyle {
  font: Font;
  colour: string;
  halo?: string; // the colour of an outline behind the text
  anchor?: 'start' | 'middle' | 'end';
  alpha?: number;
}

/** A box as a screen reader tells it. */
export interface Spoken {
  id: string;
  label: string;
  level: number;
  isExpanded?: boolean;
  isSelected: boolean;
}

export interface Pen {
  /** The outline of a box, which stands for the box: the other marks in it only decorate. */
  box(spoken: Spoken, place: { x: number; y: number; width: number; height: number }, shape: Shape): void;
  rect(x: number, y: number, width: number, height: number, shape: Shape): void;
  /** Lines and curves of one style. A path has four points, and a curve joins the two in the middle; a longer one has round corners. */
  paths(paths: number[][], isDown: boolean, shape: Shape): void;
  /** A triangle with its tip at the point. */
  arrows(tips: [number, number][], isDown: boolean, size: number, shape: Shape): void;
  text(x: number, y: number, text: string, style: TextStyle): void;
}

const kCorner = 9; // the radius of a corner

/** The points of a piece of an edge: its start, the ends of a bend with two control points between them, its end. */
export function curve([x1, y1, x2, y2, x3, y3, x4, y4]: number[], isDown: boolean): [number, number][] | undefined {
  if (isDown ? Math.abs(x1 - x4) < 0.5 : Math.abs(y1 - y4) < 0.5) return undefined;
  const bow = 0.7; // of the way: how far a curve keeps its direction at both ends
  const dx = isDown ? 0 : (x3 - x2) * bow,
    dy = isDown ? (y3 - y2) * bow : 0;
  return [
    [x1, y1],
    [x2, y2],
    [x2 + dx, y2 + dy],
    [x3 - dx, y3 - dy],
    [x3, y3],
    [x4, y4],
  ];
}

// A line with round corners: the start, for each corner the ends of its curve with the corner between them, and the end.
function rounded(path: number[]): [number, number][] {
  const points: [number, number][] = [[path[0], path[1]]];
  const towards = (x: number, y: number, otherX: number, otherY: number): [number, number] => {
    const distance = Math.hypot(otherX - x, otherY - y),
      way = distance === 0 ? 0 : Math.min(kCorner, distance / 2) / distance;
    return [x + (otherX - x) * way, y + (otherY - y) * way];
  };
  for (let at = 2; at + 2 < path.length; at += 2) {
    const [x, y] = [path[at], path[at + 1]];
    points.push(towards(x, y, path[at - 2], path[at - 1]), [x, y], towards(x, y, path[at + 2], path[at + 3]));
  }
  points.push([path[path.length - 2], path[path.length - 1]]);
  return points;
}

const short = (value: number): string => `${Math.round(value * 10) / 10}`;

export class SvgPen implements Pen {
  private readonly parts: string[] = [];

  /** isSpoken: whether boxes get roles and labels, as on the screen. */
  constructor(private readonly isSpoken: boolean) {}

  box(
    { id, label, level, isExpanded, isSelected }: Spoken,
    { x, y, width, height }: { x: number; y: number; width: number; height: number },
    shape: Shape,
  ): void {
    const expanded = isExpanded === undefined ? '' : ` aria-expanded="${isExpanded}"`;
    this.parts.push(
      this.isSpoken
        ? `<g role="treeitem" id="${id}" aria-level="${level}"${expanded} aria-selected="${isSelected}" aria-label="${escaped(label)}">`
        : `<g><title>${escaped(label)}</title>`,
    );
    this.rect(x, y, width, height, shape);
    this.parts.push('</g>');
  }

  rect(x: number, y: number, width: number, height: number, shape: Shape): void {
    const radius = shape.radius ? ` rx="${short(shape.radius)}"` : '';
    this.parts.push(
      `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"${radius}${this.style(shape)}/>`,
    );
  }

  paths(paths: number[][], isDown: boolean, shape: Shape): void {
    const data = paths.map((path) => {
      if (path.length > 8)
        return rounded(path)
          .map(
            ([x, y], at) => `${at === 0 ? 'M' : at % 3 === 1 ? 'L' : at % 3 === 2 ? 'Q' : ' '}${short(x)} ${short(y)}`,
          )
          .join('');
      const points = curve(path, isDown);
      if (!points) return `M${short(path[0])} ${short(path[1])}L${short(path[6])} ${short(path[7])}`;
      const [a, b, c, d, e, f] = points.map(([x, y]) => `${short(x)} ${short(y)}`);
      return `M${a}L${b}C${c} ${d} ${e}L${f}`;
    });
    if (data.length) this.parts.push(`<path d="${data.join('')}"${this.style(shape)}/>`);
  }

  arrows(tips: [number, number][], isDown: boolean, size: number, shape: Shape): void {
    const half = short(size * 0.55);
    const data = tips.map(([x, y]) =>
      isDown
        ? `M${short(x)} ${short(y)}l-${half} -${short(size)}h${short(size * 1.1)}z`
        : `M${short(x)} ${short(y)}l-${short(size)} -${half}v${short(size * 1.1)}z`,
    );
    if (data.length) this.parts.push(`<path d="${data.join('')}"${this.style(shape)}/>`);
  }

  text(x: number, y: number, text: string, style: TextStyle): void {
    const { font } = style;
    const anchor = style.anchor && style.anchor !== 'start' ? ` text-anchor="${style.anchor}"` : '';
    const family = font.isMono ? ` font-family="${escaped(kMonoFamily)}"` : '';
    const weight = font.weight === 400 ? '' : ` font-weight="${font.weight}"`;
    const halo = style.halo
      ? ` stroke="${style.halo}" stroke-width="3" stroke-linejoin="round" paint-order="stroke"`
      : '';
    const alpha = style.alpha === undefined ? '' : ` opacity="${Math.round(style.alpha * 100) / 100}"`;
    const hidden = this.isSpoken ? ' aria-hidden="true"' : ' pointer-events="none"'; // the label of the box tells it
    this.parts.push(
      `<text${hidden} x="${short(x)}" y="${short(y)}" font-size="${short(font.size)}"${weight}${family}${anchor} fill="${style.colour}"${halo}${alpha}>${escaped(text)}</text>`,
    );
  }

  private style({ fill, stroke, width, isDashed, alpha }: Shape): string {
    return (
      ` fill="${fill ?? 'none'}"${stroke ? ` stroke="${stroke}" stroke-width="${Math.round((width ?? 1) * 100) / 100}"` : ''}` +
      `${isDashed ? ' stroke-dasharray="5 3"' : ''}${alpha === undefined ? '' : ` opacity="${Math.round(alpha * 100) / 100}"`}`
    );
  }

  /** The elements, without the one around them. */
  content(): string {
    return this.parts.join('');
  }
}

/** The attributes of the element around the content of an SvgPen. */
export const kSvgFont = `font-family="${escaped(kFamily)}"`;

export class CanvasPen implements Pen {
  constructor(private readonly context: CanvasRenderingContext2D) {}

  // A canvas has no elements; the stage describes the current box.
  box(_: Spoken, { x, y, width, height }: { x: number; y: number; width: number; height: number }, shape: Shape): void {
    this.rect(x, y, width, height, shape);
  }

  rect(x: number, y: number, width: number, height: number, shape: Shape): void {
    this.context.beginPath();
    if (shape.radius) this.context.roundRect(x, y, width, height, shape.radius);
    else this.context.rect(x, y, width, height);
    this.finish(shape);
  }

  paths(paths: number[][], isDown: boolean, shape: Shape): void {
    if (paths.length === 0) return;
    const { context } = this;
    context.beginPath();
    for (const path of paths) {
      if (path.length > 8) {
        const points = rounded(path);
        context.moveTo(...points[0]);
        for (let at = 1; at < points.length; at += 3) {
          context.lineTo(...points[at]);
          if (at + 2 < points.length) context.quadraticCurveTo(...points[at + 1], ...points[at + 2]);
        }
        continue;
      }
      const points = curve(path, isDown);
      context.moveTo(path[0], path[1]);
      if (points) {
        const [, b, c, d, e] = points;
        context.lineTo(...b);
        context.bezierCurveTo(...c, ...d, ...e);
      }
      context.lineTo(path[6], path[7]);
    }
    this.finish(shape);
  }

  arrows(tips: [number, number][], isDown: boolean, size: number, shape: Shape): void {
    const { context } = this;
    context.beginPath();
    for (const [x, y] of tips) {
      context.moveTo(x, y);
      context.lineTo(isDown ? x - size * 0.55 : x - size, isDown ? y - size : y - size * 0.55);
      context.lineTo(isDown ? x + size * 0.55 : x - size, isDown ? y - size : y + size * 0.55);
      context.closePath();
    }
    this.finish(shape);
  }

  text(x: number, y: number, text: string, style: TextStyle): void {
    const { context } = this;
    context.font = cssOf(style.font);
    context.textAlign = style.anchor === 'middle' ? 'center' : (style.anchor ?? 'start');
    context.globalAlpha = style.alpha ?? 1;
    if (style.halo) {
      context.strokeStyle = style.halo;
      context.lineWidth = 3;
      context.lineJoin = 'round';
      context.strokeText(text, x, y);
    }
    context.fillStyle = style.colour;
    context.fillText(text, x, y);
    context.globalAlpha = 1;
  }

  private finish({ fill, stroke, width, isDashed, alpha }: Shape): void {
    const { context } = this;
    context.globalAlpha = alpha ?? 1;
    if (fill) {
      context.fillStyle = fill;
      context.fill();
    }
    if (stroke) {
      context.strokeStyle = stroke;
      context.lineWidth = width ?? 1;
      context.setLineDash(isDashed ? [5, 3] : []);
      context.stroke();
    }
    context.globalAlpha = 1;
  }
}
