// The whole picture in a corner, with a frame around the part in view. A press moves the view there.
import { el } from './dom';
import type { Look, Rect } from './draw';
import type { Inside } from './layout';

const kMostWidth = 190,
  kMostHeight = 150;
const kLeastBox = 0.7; // pixels
const kMostBoxes = 20_000;

export class Minimap {
  readonly element: HTMLElement;
  private readonly canvas = el('canvas', { 'aria-hidden': 'true' });
  private readonly frame = el('div', { class: 'frame' });
  private scale = 1;
  private timer = 0;
  private width = 0; // in pixels
  private height = 0;

  /** onMove: the point of the picture that comes to the middle of the stage. */
  constructor(onMove: (x: number, y: number) => void) {
    this.element = el('div', { class: 'minimap', 'aria-hidden': 'true' }, this.canvas, this.frame);
    const move = (event: PointerEvent) => {
      const bounds = this.canvas.getBoundingClientRect();
      onMove((event.clientX - bounds.left) / this.scale, (event.clientY - bounds.top) / this.scale);
    };
    this.element.addEventListener('pointerdown', (event) => {
      this.element.setPointerCapture(event.pointerId);
      move(event);
    });
    this.element.addEventListener('pointermove', (event) => {
      if (event.buttons) move(event);
    });
  }

  /** Shows a picture once it has been painted in the stage. */
  show(root: Inside, look: Look, view: () => Rect): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.paint(root, look);
      this.showView(view());
    });
  }

  private paint(root: Inside, look: Look): void {
    this.scale = Math.min(kMostWidth / root.width, kMostHeight / root.height);
    const [width, height] = ([this.width, this.height] = [
      Math.max(8, root.width * this.scale),
      Math.max(8, root.height * this.scale),
    ]);
    const ratio = devicePixelRatio || 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.width = this.element.style.width = `${width}px`;
    this.canvas.style.height = this.element.style.height = `${height}px`;
    const context = this.canvas.getContext('2d')!;
    context.scale(ratio * this.scale, ratio * this.scale);
    let left = kMostBoxes;
    const visit = (inside: Inside, x: number, y: number) => {
      for (const box of inside.boxes) {
        if (box.isPort || Math.max(box.width, box.height) * this.scale < kLeastBox || left-- < 0) continue;
        const tint = look.tint(box.id, box.content);
        context.fillStyle = box.inside
          ? look.theme.groups[0]
          : look.theme.isDark || box.content.family === 'output'
            ? tint.stroke
            : tint.fill;
        context.strokeStyle = tint.stroke;
        context.lineWidth = 0.6 / this.scale;
        context.beginPath();
        context.rect(x + box.x, y + box.y, box.width, box.height);
        context.fill();
        context.stroke();
        if (box.inside) visit(box.inside, x + box.x + box.inside.x, y + box.y + box.inside.y);
      }
    };
    visit(root, 0, 0);
  }

  showView(view: Rect): void {
    const { width, height } = this;
    const clamp = (at: number, most: number) => Math.min(most, Math.max(0, at * this.scale));
    const [left, top] = [clamp(view.x, width), clamp(view.y, height)];
    const [right, bottom] = [clamp(view.x + view.width, width), clamp(view.y + view.height, height)];
    Object.assign(this.frame.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${right - left}px`,
      height: `${bottom - top}px`,
    });
    this.element.classList.toggle('whole', right - left >= width - 1 && bottom - top >= height - 1);
  }
}
