// The area that shows the picture: paints what is in view, as SVG or on a canvas, and reports what the user points at.
import { animate, between, type Camera, eased, fitting, zoomedAt } from './camera';
import { draw, type Look, meets, type Rect, type Transition } from './draw';
import { el } from './dom';
import { pieceAt } from './edgeHit';
import { kHeader } from './groupLayout';
import { type Inside, kFrameMargin } from './layout';
import { type BoxId, type Model, textOf } from './model';
import { CanvasPen, SvgPen } from './pen';
import { kFamily } from './text';

export interface Hit {
  id: BoxId;
  isOpen: boolean; // an open group
  isHandle: boolean; // the mark at the left of a group, which opens and closes it
}

export interface StageListener {
  onClick(hit: Hit | undefined, isDouble: boolean): void;
  onPoint(hit: Hit | undefined, x: number, y: number): void;
  onCamera(): void;
}

const kMostSvgBoxes = 700; // more are painted on the canvas
const kMargin = 0.4; // of the stage, painted around the view
const kZoomRange = 1.2; // within which painted SVG is only scaled
const kLeastFirstZoom = 0.5,
  kFirstZoom = 0.85;
const kEdgeReach = 5; // pixels of the screen at each side of an edge
const kClickDistance = 4,
  kDoubleTime = 400;

export class Stage {
  readonly element: HTMLElement;
  camera: Camera = { x: 0, y: 0, zoom: 1 };
  private readonly svg: SVGSVGElement;
  private readonly layer: SVGGElement;
  private readonly canvas = el('canvas', { 'aria-hidden': 'true' });
  private readonly current: HTMLElement; // describes the selection while no other element does
  private described: { id: BoxId; label: string } | undefined;
  private root: Inside | undefined;
  private look: Look | undefined;
  private painted: { view: Rect; zoom: number } | undefined;
  private frame = 0;
  private stopMove: () => void = () => undefined;
  private stopTransition: () => void = () => undefined;
  private transition: Transition | undefined;
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private moved = 0;
  private lastClick = { time: 0, key: '' };

  constructor(
    private readonly model: Model,
    private readonly listener: StageListener,
  ) {
    this.element = el('div', {
      class: 'stage',
      role: 'tree',
      tabindex: 0,
      'aria-label': `Graph of ${model.picture.name}`,
      'aria-describedby': 'keys',
    });
    this.svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    this.layer = document.createElementNS('http://www.w3.org/2000/svg', 'g');
    this.svg.setAttribute('role', 'presentation');
    this.svg.setAttribute('font-family', kFamily);
    this.layer.setAttribute('role', 'presentation');
    this.svg.append(this.layer);
    this.current = el('div', { class: 'spoken' });
    this.element.append(this.canvas, this.svg, this.current);
    this.listen();
    new ResizeObserver(() => this.repaint()).observe(this.element);
  }

  get width(): number {
    return this.element.clientWidth;
  }

  get height(): number {
    return this.element.clientHeight;
  }

  /** The picture with a margin. */
  bounds(): Rect {
    return { x: 0, y: 0, width: this.root?.width ?? 1, height: this.root?.height ?? 1 };
  }

  /** Whether the whole picture is in view. */
  showsAll(): boolean {
    return contains(this.view(), this.bounds());
  }

  view(): Rect {
    return {
      x: this.camera.x,
      y: this.camera.y,
      width: this.width / this.camera.zoom,
      height: this.height / this.camera.zoom,
    };
  }

  scene(): { root: Inside; look: Look } | undefined {
    return this.root && this.look ? { root: this.root, look: this.look } : undefined;
  }

  /** Shows a layout. The box `anchor` keeps its place on the screen; other boxes move from where they were. */
  show(root: Inside, look: Look, anchor?: BoxId): void {
    const before = anchor && this.root ? this.placeOf(anchor) : undefined;
    const from = this.root && this.root !== root ? this.placesInView() : undefined;
    this.stopTransition();
    this.transition = undefined;
    this.root = root;
    this.look = look;
    const after = before && this.placeOf(anchor!);
    if (before && after) {
      // Edges enter a box in the middle of a side, which stays.
      const isDown = look.direction === 'down';
      const dx = after.x - before.x + (isDown ? (after.width - before.width) / 2 : 0),
        dy = after.y - before.y + (isDown ? 0 : (after.height - before.height) / 2);
      this.camera = { ...this.camera, x: this.camera.x + dx, y: this.camera.y + dy };
      for (const place of from?.values() ?? []) {
        place.x += dx;
        place.y += dy;
      }
      this.listener.onCamera();
    }
    if (from && from.size <= kMostSvgBoxes) {
      this.stopTransition = animate((share) => {
        this.transition = share < 1 ? { from, share: eased(share) } : undefined;
        this.paint();
      });
    } else {
      this.repaint();
    }
  }

  /** Paints again, because the look of boxes has changed. */
  repaint(): void {
    this.painted = undefined;
    this.schedule();
  }

  // -- the camera -----------------------------------------------------------------------------------------------------

  setCamera(camera: Camera): void {
    this.stopMove();
    this.moveCamera(camera);
  }

  private moveCamera(camera: Camera): void {
    this.camera = camera;
    this.schedule();
    this.listener.onCamera();
  }

  moveTo(camera: Camera): void {
    this.stopMove();
    const from = this.camera;
    this.stopMove = animate((share) =>
      this.moveCamera(share === 1 ? camera : between(from, camera, eased(share), this.width, this.height)),
    );
  }

  /** Shows the whole picture. At first a long picture begins at its start, in a size in which it can be read. */
  fit(isAnimated = true, isFirst = false): void {
    const bounds = this.bounds();
    let camera = fitting(bounds, this.width, this.height, kFrameMargin);
    if (isFirst && camera.zoom < kLeastFirstZoom) {
      const zoom = Math.max(
        camera.zoom,
        Math.min(kFirstZoom, Math.max(kLeastFirstZoom, this.width / (bounds.width + 2 * kFrameMargin))),
      );
      const start = (size: number, room: number) =>
        size + 2 * kFrameMargin < room / zoom ? size / 2 - room / zoom / 2 : -kFrameMargin;
      const isTall = bounds.height > bounds.width;
      camera = {
        x: isTall ? bounds.width / 2 - this.width / zoom / 2 : start(bounds.width, this.width),
        y: start(bounds.height, this.height),
        zoom,
      };
    }
    if (isAnimated) this.moveTo(camera);
    else this.setCamera(camera);
  }

  zoomBy(factor: number, x = this.width / 2, y = this.height / 2): void {
    this.setCamera(zoomedAt(this.camera, factor, x, y));
  }

  /** Moves the least distance that brings a box into view, in a size in which it can be read. Returns whether it moves. */
  reveal(id: BoxId, isCentred = false): boolean {
    const place = this.placeOf(id);
    if (!place) return false;
    const margin = 40 / this.camera.zoom,
      view = this.view();
    const isInView =
      place.x >= view.x &&
      place.y >= view.y &&
      place.x + place.width <= view.x + view.width &&
      place.y + place.height <= view.y + view.height;
    const isReadable = this.camera.zoom >= 0.45 || place.width * this.camera.zoom > this.width * 0.6;
    if (isInView && isReadable && !isCentred) return false;
    const isLarge = place.width * this.camera.zoom > this.width || place.height * this.camera.zoom > this.height;
    if (isLarge || !isReadable || isCentred) {
      this.moveTo(fitting(place, this.width, this.height, 60, Math.max(0.9, Math.min(1.2, this.camera.zoom))));
      return true;
    }
    const shift = (at: number, size: number, from: number, room: number) =>
      at < from + margin ? at - from - margin : at + size > from + room - margin ? at + size - from - room + margin : 0;
    this.moveTo({
      ...this.camera,
      x: this.camera.x + shift(place.x, place.width, view.x, view.width),
      y: this.camera.y + shift(place.y, place.height, view.y, view.height),
    });
    return true;
  }

  // -- places ---------------------------------------------------------------------------------------------------------

  /** Where a box is in the picture; undefined while a group around it is closed. */
  placeOf(id: BoxId): Rect | undefined {
    if (!this.root) return undefined;
    if (id.kind === 'group' && id.id === 0) return this.bounds();
    let inside = this.root,
      x = 0,
      y = 0;
    for (const group of this.model.around(id).slice(1)) {
      const box = inside.boxes.find((candidate) => candidate.id.kind === 'group' && candidate.id.id === group);
      if (!box?.inside) return undefined;
      x += box.x + box.inside.x;
      y += box.y + box.inside.y;
      inside = box.inside;
    }
    const box = inside.boxes.find((candidate) => candidate.id.kind === id.kind && candidate.id.id === id.id);
    return box && { x: x + box.x, y: y + box.y, width: box.width, height: box.height };
  }

  private placesInView(): Map<string, Rect> {
    const places = new Map<string, Rect>();
    const view = this.view();
    const visit = (inside: Inside, x: number, y: number) => {
      for (const box of inside.boxes) {
        const place = { x: x + box.x, y: y + box.y, width: box.width, height: box.height };
        if (places.size > kMostSvgBoxes || !meets(place, view)) continue;
        places.set(textOf(box.id), place);
        if (box.inside) visit(box.inside, x + box.x + box.inside.x, y + box.y + box.inside.y);
      }
    };
    if (this.root) visit(this.root, 0, 0);
    return places;
  }

  /** The innermost box at a point of the stage, or an edge beside the boxes. */
  hitAt(screenX: number, screenY: number): Hit | undefined {
    const x = this.camera.x + screenX / this.camera.zoom,
      y = this.camera.y + screenY / this.camera.zoom;
    let hit: Hit | undefined;
    const visit = (inside: Inside, left: number, top: number) => {
      for (const box of inside.boxes) {
        const place = { x: left + box.x, y: top + box.y, width: box.width, height: box.height };
        if (box.isPort || x < place.x || y < place.y || x > place.x + place.width || y > place.y + place.height)
          continue;
        const isHandle =
          box.id.kind === 'group' && x < place.x + 26 && y < place.y + (box.inside ? kHeader : place.height);
        hit = { id: box.id, isOpen: box.inside !== undefined, isHandle };
        if (box.inside) visit(box.inside, left + box.x + box.inside.x, top + box.y + box.inside.y);
        return;
      }
      const piece = hit?.isHandle
        ? undefined
        : pieceAt(inside, x - left, y - top, this.look?.direction === 'down', kEdgeReach / this.camera.zoom);
      if (piece) hit = { id: { kind: 'value', id: piece.value, group: inside.group }, isOpen: false, isHandle: false };
    };
    if (this.root) visit(this.root, 0, 0);
    return hit;
  }

  // -- painting -------------------------------------------------------------------------------------------------------

  private schedule(): void {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      if (!this.transition) this.paint();
    });
  }

  /** Paints at once. A picture of the page that is taken when the page has loaded contains the graph. */
  paintNow(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.paint();
  }

  private paint(): void {
    if (!this.root || !this.look || this.width === 0) return;
    const { x, y, zoom } = this.camera;
    const isPainted =
      this.painted &&
      !this.transition &&
      zoom < this.painted.zoom * kZoomRange &&
      zoom > this.painted.zoom / kZoomRange &&
      contains(this.painted.view, this.view());
    if (!isPainted) {
      const view = grown(this.view(), kMargin);
      if (this.countIn(view) > kMostSvgBoxes) return this.paintCanvas();
      this.canvas.hidden = true;
      this.svg.style.display = '';
      const pen = new SvgPen(true);
      draw(this.model, this.root, pen, view, zoom, this.look, this.transition);
      this.layer.innerHTML = pen.content();
      this.painted = this.transition ? undefined : { view, zoom };
    }
    this.speak();
    this.layer.setAttribute('transform', `scale(${zoom}) translate(${-x} ${-y})`);
  }

  private paintCanvas(): void {
    const scale = devicePixelRatio || 1;
    const { canvas, camera } = this;
    this.svg.style.display = 'none';
    this.layer.replaceChildren();
    this.painted = undefined;
    canvas.hidden = false;
    const [width, height] = [Math.round(this.width * scale), Math.round(this.height * scale)];
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext('2d')!;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    context.setTransform(
      scale * camera.zoom,
      0,
      0,
      scale * camera.zoom,
      -camera.x * camera.zoom * scale,
      -camera.y * camera.zoom * scale,
    );
    draw(this.model, this.root!, new CanvasPen(context), this.view(), camera.zoom, this.look!, this.transition);
  }

  private countIn(view: Rect): number {
    let count = 0;
    const visit = (inside: Inside, x: number, y: number) => {
      for (const box of inside.boxes) {
        const place = { x: x + box.x, y: y + box.y, width: box.width, height: box.height };
        if (count > kMostSvgBoxes || !meets(place, view)) continue;
        count++;
        if (box.inside) visit(box.inside, x + box.x + box.inside.x, y + box.y + box.inside.y);
      }
    };
    visit(this.root!, 0, 0);
    return count;
  }

  /** Names the selection to screen readers. */
  describe(id: BoxId | undefined, label: string): void {
    this.described = id && { id, label };
    this.speak();
    if (id) this.element.setAttribute('aria-activedescendant', textOf(id));
    else this.element.removeAttribute('aria-activedescendant');
  }

  // Edges, and all boxes on the canvas, have no element of their own, so that a hidden one stands for the selection.
  private speak(): void {
    const { described } = this;
    const isHidden = described && (!this.canvas.hidden || described.id.kind === 'value');
    const items = isHidden
      ? [
          el('div', {
            role: 'treeitem',
            id: textOf(described.id),
            'aria-selected': 'true',
            'aria-label': described.label,
          }),
        ]
      : [];
    if (items.length || this.current.hasChildNodes()) this.current.replaceChildren(...items);
  }

  // -- the user -------------------------------------------------------------------------------------------------------

  private point(event: MouseEvent): { x: number; y: number } {
    const bounds = this.element.getBoundingClientRect();
    return { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
  }

  private listen(): void {
    const { element, pointers } = this;
    element.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        const { x, y } = this.point(event);
        const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? this.height : 1;
        if (event.shiftKey || (event.deltaX !== 0 && !event.ctrlKey)) {
          const [dx, dy] = event.shiftKey && event.deltaX === 0 ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
          this.pan(-dx * unit, -dy * unit);
        } else {
          this.zoomBy(Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.0016)), x, y);
        }
      },
      { passive: false },
    );
    element.addEventListener('pointerdown', (event) => {
      if (event.button > 1) return;
      element.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, this.point(event));
      if (pointers.size === 1) this.moved = 0;
      this.stopMove();
    });
    element.addEventListener('pointermove', (event) => {
      const now = this.point(event);
      const before = pointers.get(event.pointerId);
      if (!before) return this.listener.onPoint(this.hitAt(now.x, now.y), now.x, now.y);
      this.moved += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      pointers.set(event.pointerId, now);
      if (other) this.pinch(before, now, other);
      else if (this.moved > kClickDistance) this.pan(now.x - before.x, now.y - before.y);
    });
    const up = (event: PointerEvent) => {
      const wasDown = pointers.delete(event.pointerId);
      if (
        wasDown &&
        event.type === 'pointerup' &&
        event.button === 0 &&
        pointers.size === 0 &&
        this.moved <= kClickDistance
      )
        this.click(this.point(event));
    };
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', up);
    element.addEventListener('pointerleave', () => this.listener.onPoint(undefined, 0, 0));
  }

  private click({ x, y }: { x: number; y: number }): void {
    const hit = this.hitAt(x, y);
    const key = hit ? textOf(hit.id) : '';
    const now = performance.now();
    const isDouble = key !== '' && key === this.lastClick.key && now - this.lastClick.time < kDoubleTime;
    this.lastClick = isDouble ? { time: 0, key: '' } : { time: now, key };
    this.listener.onClick(hit, isDouble);
  }

  pan(dx: number, dy: number): void {
    this.setCamera({
      ...this.camera,
      x: this.camera.x - dx / this.camera.zoom,
      y: this.camera.y - dy / this.camera.zoom,
    });
  }

  private pinch(
    before: { x: number; y: number },
    now: { x: number; y: number },
    other: { x: number; y: number },
  ): void {
    const distance = (at: { x: number; y: number }) => Math.hypot(at.x - other.x, at.y - other.y);
    this.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    if (distance(before) > 0)
      this.zoomBy(distance(now) / distance(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
  }
}

function contains(outer: Rect, inner: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

function grown({ x, y, width, height }: Rect, share: number): Rect {
  return {
    x: x - width * share,
    y: y - height * share,
    width: width * (1 + 2 * share),
    height: height * (1 + 2 * share),
  };
}
