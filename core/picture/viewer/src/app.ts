// The viewer of one picture: keeps the view, and brings its parts in line with it.
import type { Picture, LinePlace } from './data';
import { type DebugMessage, DebugState, nodesAt } from './debugState';
import { el, iconButton } from './dom';
import { pngOf, saveAs, viewSvg } from './exportView';
import { type Arrow, firstIn, kKeys, nextBox } from './keyboard';
import { type Inside, kFrameMargin, Layouter, type LayoutSettings } from './layout';
import { Legend } from './legend';
import { Marks, ViewLook } from './look';
import { Minimap } from './minimap';
import { type BoxId, Model, textOf } from './model';
import { Reach } from './paths';
import { Report } from './report';
import { markedBy, SearchBox, type SearchHit, SearchIndex } from './search';
import { SidePanel } from './sidePanel';
import { spokenLabel } from './spoken';
import { fitting } from './camera';
import { type Hit, Stage } from './stage';
import { addressOf, type PathKind, type View, viewAfterEdit, viewOf } from './state';
import { kLight, type Theme } from './theme';
import { Toolbar } from './toolbar';
import { bestCuts, type Cuts } from './wrap';

const kLeastForDetails = 480; // pixels: on a narrower page, as of a phone, the details begin closed

export interface Surroundings {
  onView(address: string): void; // after each change of the view
  onJump: ((place: LinePlace, path: string) => void) | undefined;
  onSave: ((name: string, blob: Blob) => void) | undefined; // in place of a download
  hasLinks: boolean;
}

export class App {
  readonly element = el('div', { class: 'viewer' });
  readonly model: Model;
  readonly stage: Stage;
  private view: View;
  private readonly marks: Marks;
  private readonly debug: DebugState;
  private readonly layouter: Layouter;
  private readonly minimap: Minimap;
  private readonly panel: SidePanel;
  private readonly toolbar: Toolbar;
  private readonly legend: Legend;
  private readonly search: SearchBox;
  private readonly tip = el('div', { class: 'tip', role: 'tooltip', hidden: true });
  private readonly pathButtons: Map<PathKind, HTMLButtonElement>;
  private readonly reached = el('span', { class: 'count', role: 'status' });
  private readonly help = this.makeHelp();
  private readonly aside: HTMLElement;
  private readonly report: Report | undefined;
  private hits: SearchHit[] = [];
  private marked = new Set<string>();
  private reach: Reach | undefined;
  private theme: Theme = kLight;
  private root: Inside;
  private isFitted = true; // until the user moves the picture
  private fittedSize = { width: 0, height: 0 }; // of the stage
  private told = 0;
  private edgesOf: BoxId | undefined; // the box whose edges the user steps through
  private readonly isNew: boolean; // not a view that goes on

  /** previous: the viewer of the same program before an edit, whose view goes on. */
  constructor(
    picture: Picture,
    address: string,
    private readonly surroundings: Surroundings,
    previous?: App,
  ) {
    this.isNew = address === '' && !previous;
    this.model = new Model(picture);
    this.view = previous ? viewAfterEdit(previous.model, previous.view, this.model) : viewOf(this.model, address);
    this.marks = new Marks(this.model);
    this.debug = new DebugState(this.model);
    this.layouter = new Layouter(this.model, (group) => this.view.open.has(group), this.layoutSettings());
    this.root = this.layouter.layOut(0);
    this.stage = new Stage(this.model, {
      onClick: (hit, isDouble) => this.click(hit, isDouble),
      onPoint: (hit, x, y) => this.point(hit, x, y),
      onCamera: () => this.tellCamera(),
    });
    this.minimap = new Minimap((x, y) => {
      const { camera } = this.stage;
      this.isFitted = false;
      this.stage.setCamera({
        ...camera,
        x: x - this.stage.width / camera.zoom / 2,
        y: y - this.stage.height / camera.zoom / 2,
      });
    });
    const jump =
      surroundings.onJump &&
      ((place: LinePlace) => surroundings.onJump!(place, this.model.picture.files[place.file].path));
    this.panel = new SidePanel(this.model, { onSelect: (box) => this.go(box), onJump: jump });
    this.search = new SearchBox(new SearchIndex(this.model), {
      onHits: (hits) => this.showHits(hits),
      onPick: (hit) => this.go(hit.box),
      onLeave: () => this.stage.element.focus(),
    });
    this.report = picture.comparison && new Report(this.model, picture.comparison, (box) => this.go(box), jump);
    this.toolbar = new Toolbar(this.model, this.search.element, {
      onChange: (change) => this.changeSettings(change),
      onGroup: (group) => this.go(this.model.groupBox(group), true),
      onLevels: (by) => this.openLevels(by),
      onOpenAll: () => this.openAll(),
      onWrap: () => this.change({ cuts: this.view.cuts?.size ? new Map() : this.fittingCuts() }),
      onSave: (kind) => void this.save(kind),
      onCopyLink: surroundings.hasLinks ? () => void navigator.clipboard?.writeText(location.href) : undefined,
      onReport: this.report && (() => this.report!.toggle()),
      onDetails: () => this.showDetails(Boolean(this.aside.hidden)),
      onHelp: () => this.help.showModal(),
    });
    this.legend = new Legend(
      this.model,
      this.marks,
      (box) => this.go(box),
      (marks) => this.change({ marks }),
    );
    this.pathButtons = new Map(
      (['ancestors', 'descendants'] as const).map((kind) => [
        kind,
        el(
          'button',
          {
            type: 'button',
            class: 'text',
            'aria-pressed': 'false',
            onclick: () => this.togglePath(kind),
          },
          kind === 'ancestors' ? 'Depends on' : 'Used by',
        ),
      ]),
    );
    this.aside = el(
      'aside',
      { 'aria-label': 'Details' },
      el(
        'div',
        { class: 'paths' },
        el('div', { role: 'group', 'aria-label': 'Highlight' }, ...this.pathButtons.values(), this.reached),
        iconButton('✕', 'Close the details', () => this.showDetails(false)),
      ),
      el('div', { class: 'text', tabindex: 0 }, this.panel.element, this.legend.element),
    );
    const zoom = (symbol: string, label: string, run: () => void) => iconButton(symbol, label, run);
    this.element.append(
      this.toolbar.element,
      el(
        'main',
        {},
        el('h1', { class: 'spoken' }, `Graph of ${picture.name.slice(0, 200)}`),
        this.stage.element,
        this.tip,
        el(
          'div',
          { class: 'corner' },
          this.minimap.element,
          el(
            'div',
            { class: 'zoom', role: 'toolbar', 'aria-label': 'Zoom' },
            zoom('−', 'Zoom out', () => this.zoom(1 / 1.3)),
            zoom('+', 'Zoom in', () => this.zoom(1.3)),
            zoom('⤢', 'Fit the picture', () => this.fit()),
          ),
        ),
        el(
          'p',
          { id: 'keys', class: 'spoken' },
          'Arrow keys go from box to box, Enter opens a group, Escape leaves it, slash searches, question mark lists all keys.',
        ),
      ),
      this.aside,
      ...(this.report ? [this.report.element] : []),
      this.help,
    );
    this.element.addEventListener('keydown', (event) => this.key(event));
    this.showDetails(previous ? !previous.aside.hidden : innerWidth > kLeastForDetails);
    // The observer also reports the first size: the first view stays unless the page had no size before.
    new ResizeObserver(() => {
      const { width, height } = this.stage,
        before = this.fittedSize;
      if (width === before.width && height === before.height) return;
      this.fittedSize = { width, height };
      if (this.isFitted) this.stage.fit(false, before.width === 0);
    }).observe(this.stage.element);
    if (previous) this.stage.camera = previous.stage.camera;
    this.isFitted = previous ? previous.isFitted : this.view.camera === undefined;
    if (this.view.camera && !previous) this.stage.camera = this.view.camera;
  }

  private showDetails(isShown: boolean): void {
    this.aside.hidden = !isShown;
    this.element.classList.toggle('wide', !isShown);
    this.toolbar.showDetails(isShown);
  }

  /** Once the element is in the page. */
  start(theme: Theme): void {
    if (this.view.cuts === undefined) {
      this.view.cuts = this.fittingCuts();
      this.layouter.change(this.layoutSettings());
      this.root = this.layouter.layOut(0);
    }
    this.setTheme(theme);
    this.fittedSize = { width: this.stage.width, height: this.stage.height };
    const { focus } = this.model.picture,
      place = focus === 0 ? undefined : this.stage.placeOf(this.model.groupBox(focus));
    if (this.isFitted && place && this.isNew) {
      this.isFitted = false;
      this.stage.setCamera(fitting(place, this.stage.width, this.stage.height, kFrameMargin));
    } else if (this.isFitted) {
      this.stage.fit(false, true);
    }
    this.panel.show(this.view.selected);
    this.stage.paintNow();
    // A comparison selects its divergence.
    if (this.isNew && this.view.selected && this.stage.reveal(this.view.selected)) this.isFitted = false;
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.updateReach();
    this.refresh();
  }

  // -- the view -------------------------------------------------------------------------------------------------------

  /** Changes the view. The box `anchor` stays where it is on the screen. */
  private change(change: Partial<View>, anchor?: BoxId): void {
    const before = this.view;
    this.view = { ...before, ...change };
    const { view } = this;
    if (view.direction !== before.direction || view.edgeText !== before.edgeText || view.cuts !== before.cuts)
      this.layouter.change(this.layoutSettings());
    if (view.open !== before.open) {
      for (const group of new Set([...before.open, ...view.open]))
        if (before.open.has(group) !== view.open.has(group)) this.layouter.forget(group);
      this.marked = markedBy(this.model, this.hits, (group) => view.open.has(group));
    }
    if (view.selected !== before.selected || view.path !== before.path) this.updateReach();
    this.root = this.layouter.layOut(0);
    this.refresh(anchor);
    if (view.direction !== before.direction || view.cuts !== before.cuts) this.fit();
    this.tell();
  }

  // Columns that suit the window.
  private fittingCuts(): Cuts {
    const aspect = this.stage.width / Math.max(1, this.stage.height);
    return bestCuts(
      this.model,
      this.layouter,
      this.layoutSettings(),
      this.view.direction === 'down' ? aspect : 1 / aspect,
    );
  }

  private layoutSettings(): LayoutSettings {
    const { direction, edgeText, cuts } = this.view;
    return { direction, edgeText, cuts: cuts ?? new Map(), seen: this.debug.values };
  }

  // Another direction needs other columns.
  private changeSettings(change: Partial<View>): void {
    if (change.direction && this.view.cuts?.size) {
      this.view = { ...this.view, direction: change.direction };
      this.change({ cuts: this.fittingCuts() });
    } else {
      this.change(change);
    }
  }

  private refresh(anchor?: BoxId): void {
    const look = new ViewLook(this.model, this.theme, this.view, this.marks, this.marked, this.reach, this.debug);
    this.stage.show(this.root, look, anchor);
    this.minimap.show(this.root, look, () => this.stage.view());
    this.toolbar.show(this.view);
    this.legend.show(this.view, this.theme);
    const { selected } = this.view;
    this.stage.describe(selected, selected ? spokenLabel(this.model, selected, this.view.open.has(selected.id)) : '');
    for (const [kind, button] of this.pathButtons) {
      button.setAttribute('aria-pressed', `${this.view.path === kind || this.view.path === 'both'}`);
      button.disabled = selected === undefined;
    }
    this.reached.textContent = this.reach ? `${this.reach.count} nodes` : '';
  }

  private updateReach(): void {
    const { selected, path } = this.view;
    this.reach = selected && path !== 'none' ? new Reach(this.model, selected, path) : undefined;
  }

  private togglePath(kind: 'ancestors' | 'descendants'): void {
    const { path } = this.view;
    const has = {
      ancestors: path === 'ancestors' || path === 'both',
      descendants: path === 'descendants' || path === 'both',
    };
    has[kind] = !has[kind];
    this.change({
      path: has.ancestors ? (has.descendants ? 'both' : 'ancestors') : has.descendants ? 'descendants' : 'none',
    });
  }

  private tellCamera(): void {
    this.minimap.showView(this.stage.view());
    this.tip.hidden = true;
    if (!this.isFitted) this.tell();
  }

  // The address changes when the view has come to rest: browsers limit how often it may.
  private tell(): void {
    clearTimeout(this.told);
    this.told = window.setTimeout(() => {
      this.view.camera = this.isFitted ? undefined : this.stage.camera;
      this.surroundings.onView(addressOf(this.model, this.view));
    }, 250);
  }

  // -- moving about ---------------------------------------------------------------------------------------------------

  select(box: BoxId | undefined): void {
    this.panel.show(box);
    this.change({ selected: box });
  }

  /** Opens the groups around a box, selects it and brings it into view. */
  go(box: BoxId, isFitted = false): void {
    const closed = this.model.around(box).filter((group) => !this.view.open.has(group));
    this.panel.show(box);
    this.isFitted = false;
    this.change({ selected: box, ...(closed.length ? { open: new Set([...this.view.open, ...closed]) } : {}) });
    const place = this.stage.placeOf(box);
    if (isFitted && place) this.stage.moveTo(fitting(place, this.stage.width, this.stage.height, kFrameMargin));
    else this.stage.reveal(box, closed.length > 0);
  }

  toggle(group: number): void {
    const open = new Set(this.view.open);
    if (!open.delete(group)) open.add(group);
    const box = this.model.groupBox(group);
    const isWhole = this.isFitted && this.fitsAlone();
    this.change({ open, selected: box }, box);
    this.panel.show(box);
    if (isWhole && this.fitsAlone()) {
      if (!this.stage.showsAll()) this.fit();
    } else {
      this.isFitted = false;
    }
  }

  // A picture that can be read as a whole stays in view as a whole.
  private fitsAlone(): boolean {
    return fitting(this.stage.bounds(), this.stage.width, this.stage.height, kFrameMargin).zoom >= 0.6;
  }

  private openLevels(by: number): void {
    const { model, view } = this;
    const open = new Set(view.open);
    if (by > 0) {
      for (const group of view.open) for (const child of model.children[group]) open.add(child);
    } else {
      for (const group of view.open) if (isInnermost(model, view.open, group)) open.delete(group);
    }
    this.change({ open }, view.selected);
    if (this.isFitted) this.fit();
  }

  private openAll(): void {
    this.change({ open: new Set(this.model.groups.keys()) }, this.view.selected);
    if (this.isFitted) this.fit();
  }

  private zoom(factor: number): void {
    this.isFitted = false;
    this.stage.zoomBy(factor);
  }

  private fit(): void {
    this.isFitted = true;
    this.stage.fit();
    this.tell();
  }

  private click(hit: Hit | undefined, isDouble: boolean): void {
    this.stage.element.focus({ preventScroll: true });
    if (!hit) return this.select(undefined);
    const { id } = hit;
    if (id.kind === 'group' && (hit.isHandle || isDouble)) return this.toggle(id.id);
    this.edgesOf = undefined;
    this.select(id);
    // Beside a source, a click on a node goes to its line.
    const place = id.kind === 'node' ? this.model.nodes[id.id].place : null;
    if (place) this.surroundings.onJump?.(place, this.model.picture.files[place.file].path);
  }

  private point(hit: Hit | undefined, x: number, y: number): void {
    this.stage.element.style.cursor = hit ? (hit.isHandle || hit.id.kind === 'value' ? 'pointer' : 'default') : 'grab';
    // Boxes that are too small for their text tell it where the pointer is.
    const isSmall = hit !== undefined && !hit.isOpen && this.stage.camera.zoom < 0.55;
    this.tip.hidden = !isSmall;
    if (!isSmall) return;
    this.tip.textContent = spokenLabel(this.model, hit.id, false);
    Object.assign(this.tip.style, { left: `${Math.min(x + 14, this.stage.width - 260)}px`, top: `${y + 18}px` });
  }

  /** A key of an element in the viewer, or of the page while nothing in it has the focus. */
  key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (target === document.body) return this.keyOfPage(event);
    if (event.ctrlKey || event.metaKey || event.altKey || this.help.open || target.closest('input, select, textarea'))
      return;
    if (target !== this.stage.element && (event.key === 'Enter' || event.key === ' ' || event.key.startsWith('Arrow')))
      return;
    const run = this.actionOf(event);
    if (!run) return;
    event.preventDefault();
    run();
  }

  private keyOfPage(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || this.help.open) return;
    const run = this.actionOf(event);
    if (!run) return;
    event.preventDefault();
    this.stage.element.focus({ preventScroll: true });
    run();
  }

  private actionOf(event: KeyboardEvent): (() => void) | undefined {
    const { key, shiftKey } = event;
    if (key.startsWith('Arrow')) return () => (shiftKey ? this.shift(key as Arrow) : this.arrow(key as Arrow));
    const { selected } = this.view;
    const actions: Record<string, () => void> = {
      '/': () => this.search.input.select(),
      Enter: () => this.enter(),
      ' ': () => selected?.kind === 'group' && this.toggle(selected.id),
      Escape: () => this.leave(),
      n: () => this.search.step(1),
      p: () => this.search.step(-1),
      a: () => this.togglePath('ancestors'),
      d: () => this.togglePath('descendants'),
      '+': () => this.zoom(1.3),
      '=': () => this.zoom(1.3),
      '-': () => this.zoom(1 / 1.3),
      '0': () => this.fit(),
      e: () => this.stepEdges(),
      f: () => selected && this.go(selected, true),
      '[': () => this.openLevels(-1),
      ']': () => this.openLevels(1),
      '?': () => this.help.showModal(),
    };
    return Object.prototype.hasOwnProperty.call(actions, key) ? actions[key] : undefined;
  }

  private shift(key: Arrow): void {
    const step = 80;
    this.isFitted = false;
    this.stage.pan(
      key === 'ArrowLeft' ? step : key === 'ArrowRight' ? -step : 0,
      key === 'ArrowUp' ? step : key === 'ArrowDown' ? -step : 0,
    );
  }

  private arrow(key: Arrow): void {
    const { selected } = this.view;
    if (selected?.kind === 'value') return this.goToEnd(selected, key === 'ArrowUp' || key === 'ArrowLeft');
    const next = selected ? nextBox(this.root, this.model, selected, key) : firstIn(this.root, this.model, 0);
    if (!next) return;
    this.select(next);
    this.stage.reveal(next);
  }

  // Selects the next edge of the box whose edges are stepped through: of the selected one, or of the producer of an edge.
  private stepEdges(): void {
    const { selected } = this.view;
    if (!selected) return;
    const isEdge = selected.kind === 'value';
    if (!isEdge) this.edgesOf = selected;
    const of = this.edgesOf ?? this.endOf(selected, true);
    const values = of ? this.model.valuesAt(of) : [];
    const next = values[isEdge ? (values.indexOf(selected.id) + 1) % values.length : 0];
    if (of && next !== undefined) this.select({ kind: 'value', id: next, group: of.group });
  }

  private goToEnd(edge: BoxId, isStart: boolean): void {
    const end = this.endOf(edge, isStart);
    if (!end) return;
    this.select(end);
    this.stage.reveal(end);
  }

  // The box at which an edge begins, or the first one at which it ends; a closed group stands for what is in it.
  private endOf({ id }: BoxId, isStart: boolean): BoxId | undefined {
    const { node, users } = this.model.values[id];
    const [end] = isStart ? (node === null ? [] : [node]) : users;
    if (end !== undefined) return this.shownBox(this.model.nodeBox(end));
    const kind = isStart ? 'input' : 'output';
    const isThere = this.model.groups[0].layout.slots.some((slot) => slot.kind === kind && slot.id === id);
    return isThere ? { kind, id, group: 0 } : undefined;
  }

  private shownBox(box: BoxId): BoxId {
    const closed = this.model.around(box).find((group) => !this.view.open.has(group));
    return closed === undefined ? box : this.model.groupBox(closed);
  }

  private enter(): void {
    const { selected, open } = this.view;
    if (!selected) return this.arrow('ArrowDown');
    if (selected.kind !== 'group') return;
    if (!open.has(selected.id)) return this.toggle(selected.id);
    const first = firstIn(this.root, this.model, selected.id);
    if (!first) return;
    this.select(first);
    this.stage.reveal(first);
  }

  private leave(): void {
    const { selected } = this.view;
    if (!selected) return;
    const outer = this.model.around(selected).pop();
    const box =
      selected.kind === 'value'
        ? (this.edgesOf ?? this.endOf(selected, true))
        : outer
          ? this.model.groupBox(outer)
          : undefined;
    this.select(box);
    if (box) this.stage.reveal(box);
  }

  private showHits(hits: SearchHit[]): void {
    this.hits = hits;
    this.marked = markedBy(this.model, hits, (group) => this.view.open.has(group));
    this.refresh();
  }

  // -- the program around ---------------------------------------------------------------------------------------------

  /** Selects the first node of a line, unless a node of the line is selected. */
  followCursor(path: string, line: number): void {
    const nodes = nodesAt(this.model, { path, line });
    const { selected } = this.view;
    if (nodes.length === 0 || (selected?.kind === 'node' && nodes.includes(selected.id))) return;
    const box = this.model.nodeBox(nodes[0]);
    // A closed module stands for its nodes; control flow is opened.
    const isControl = (group: number) => ['if', 'loop', 'block'].includes(this.model.groups[group].kind);
    const closed = this.model.around(box).find((group) => !this.view.open.has(group) && !isControl(group));
    const shown = closed === undefined ? box : this.model.groupBox(closed);
    if (!selected || textOf(selected) !== textOf(shown)) this.go(shown);
  }

  applyDebug(message: DebugMessage): void {
    this.debug.apply(message);
    this.layouter.change(this.layoutSettings());
    this.root = this.layouter.layOut(0);
    this.refresh(this.view.selected);
    const [current] = this.debug.current;
    if (current !== undefined) this.go(this.model.nodeBox(current));
  }

  /** The whole picture, for paper. */
  printed(): { svg: string; width: number; height: number } {
    const look = new ViewLook(this.model, kLight, this.view, this.marks, this.marked, this.reach, this.debug);
    const all = {
      x: -kFrameMargin,
      y: -kFrameMargin,
      width: this.root.width + 2 * kFrameMargin,
      height: this.root.height + 2 * kFrameMargin,
    };
    return viewSvg(this.model, this.root, look, all, 1, kFrameMargin);
  }

  private async save(kind: 'svg' | 'png'): Promise<void> {
    const scene = this.stage.scene();
    if (!scene) return;
    const file = viewSvg(this.model, scene.root, scene.look, this.stage.view(), this.stage.camera.zoom, kFrameMargin);
    const blob = kind === 'svg' ? new Blob([file.svg], { type: 'image/svg+xml' }) : await pngOf(file);
    const name = `${this.model.picture.name.replace(/[^\w.-]+/g, '_').slice(0, 80) || 'graph'}.${kind}`;
    (this.surroundings.onSave ?? saveAs)(name, blob);
  }

  private makeHelp(): HTMLDialogElement {
    const dialog = el(
      'dialog',
      { 'aria-label': 'Keys' },
      el('h2', {}, 'Keys'),
      el(
        'table',
        {},
        el(
          'tbody',
          {},
          ...kKeys.map(([key, action]) =>
            el('tr', {}, el('th', { scope: 'row' }, el('kbd', {}, key)), el('td', {}, action)),
          ),
        ),
      ),
      el('button', { type: 'button', class: 'text', onclick: () => dialog.close() }, 'Close'),
    );
    return dialog;
  }
}

function isInnermost(model: Model, open: Set<number>, group: number): boolean {
  return group !== 0 && !model.children[group].some((child) => open.has(child));
}
