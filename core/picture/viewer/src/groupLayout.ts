// The layout of one group: sizes, ports, coordinates and edges.
import { type Content, isTensor, kDetailFont, kLabelFont, kTitleFont } from './content';
import { coordinatesOf, type LayeredLink } from './coordinates';
import type { Slot } from './data';
import type { Box, Inside, LayoutSettings } from './layout';
import look from './look.json';
import type { BoxId, Model } from './model';
import { joined, Skyline, type Span } from './skyline';
import { widthOf } from './text';
import { detour, wrap, type Wrapped } from './wrap';

const { sizes } = look; // look.json: those of tsviz's pictures, too
export const kHeader = sizes.header;
const { pad: kPad, padX: kPadX, padY: kPadY } = sizes;
const kGap = sizes.gap; // between neighbours in a layer
const kBendGap = sizes.bendGap;
const { layerGap: kLayerGap, mostLayerGap: kMostLayerGap } = sizes;
const kPortGap = sizes.portGap;
const kLabelStrip = sizes.labelStrip;
const kLabelShift = sizes.labelShift; // of a label from its edge
export const kStack = sizes.stack; // how far the boxes behind a repeated one stick out
export const kHandle = sizes.handle; // the mark that opens a group
const { pill: kPill, pillY: kPillY } = sizes; // padding of a pill

// The measures of a slot, along the layer (before, after) and across it (depth).
interface Sized {
  box?: Box;
  before: number;
  after: number;
  depth: number; // with its labels
  labels: PortLabel[];
}

interface PortLabel {
  value: number;
  text: string;
  port: number; // relative to the reference point
}

type Side = 'incoming' | 'outgoing';

// The texts of boxes and edges, and the open groups.
export interface Source {
  content(id: BoxId): Content;
  label(value: number): string;
  inside(group: number): Inside | undefined;
}

export class GroupLayout {
  private readonly slots: Slot[];
  private readonly layers: number[][];
  private readonly layerOf: Int32Array;
  private readonly sized: Sized[] = [];
  private readonly isDown: boolean;
  private readonly links: Record<Side, number[][]>; // of each slot
  private readonly ports: Record<Side, Float64Array>; // of each link at its ends, relative to the reference point of the slot

  constructor(
    private readonly model: Model,
    private readonly settings: LayoutSettings,
    private readonly group: number,
    private readonly source: Source,
  ) {
    const { layout } = model.groups[group];
    this.slots = layout.slots;
    this.isDown = settings.direction === 'down';
    this.layers = layout.links.length === 0 ? rowsOf(layout.layers.flat()) : layout.layers;
    this.layerOf = new Int32Array(layout.slots.length);
    this.layers.forEach((layer, at) => layer.forEach((slot) => (this.layerOf[slot] = at)));
    this.links = { incoming: layout.slots.map(() => []), outgoing: layout.slots.map(() => []) };
    this.ports = { incoming: new Float64Array(layout.links.length), outgoing: new Float64Array(layout.links.length) };
    layout.links.forEach(({ from, to }, link) => {
      this.links.outgoing[from].push(link);
      this.links.incoming[to].push(link);
    });
  }

  run(): Inside {
    const { layers } = this,
      { links } = this.model.groups[this.group].layout;
    const position = new Int32Array(this.slots.length);
    for (const layer of layers) layer.forEach((slot, at) => (position[slot] = at));
    for (let slot = 0; slot < this.slots.length; slot++) {
      this.links.incoming[slot].sort((a, b) => position[links[a].from] - position[links[b].from]);
      this.links.outgoing[slot].sort((a, b) => position[links[a].to] - position[links[b].to]);
      this.sized.push(this.size(slot));
    }
    this.widenBends();
    const layered: LayeredLink[] = links.map(({ from, to, value }, link) => ({
      from,
      to,
      fromPort: this.ports.outgoing[link],
      toPort: this.ports.incoming[link],
      weight: this.weight(from, to, value),
    }));
    const at = coordinatesOf({
      layers,
      links: layered,
      isBend: this.slots.map((slot) => slot.kind === 'bend'),
      before: Float64Array.from(this.sized, (sized, slot) => sized.before + this.halfGap(slot)),
      after: Float64Array.from(this.sized, (sized, slot) => sized.after + this.halfGap(slot)),
    });
    return this.place(at, layered);
  }

  // A deep box beside shallow ones reaches into the ranges of later layers. The bends below it keep its width free there.
  private widenBends(): void {
    const { layers } = this,
      { links } = this.model.groups[this.group].layout;
    const isBend = (slot: number) => this.slots[slot].kind === 'bend';
    const depths = layers.map((layer) => layer.reduce((most, slot) => Math.max(most, this.sized[slot].depth), 0));
    layers.forEach((layer, index) =>
      layer.forEach((slot) => {
        const sized = this.sized[slot];
        let left =
          sized.depth -
          layer.reduce(
            (most, other) => Math.max(most, other === slot || isBend(other) ? 0 : this.sized[other].depth),
            0,
          );
        let link = this.links.outgoing[slot].find((each) => isBend(links[each].to));
        if (isBend(slot) || layer.length < 2 || link === undefined) return;
        const port = this.ports.outgoing[link];
        for (let below = index + 1; left > 0 && link !== undefined && isBend(links[link].to); below++) {
          const bend: number = links[link].to;
          this.sized[bend].before = Math.max(this.sized[bend].before, sized.before + port);
          this.sized[bend].after = Math.max(this.sized[bend].after, sized.after - port);
          left -= depths[below] + kLayerGap;
          link = this.links.outgoing[bend][0];
        }
      }),
    );
  }

  private halfGap(slot: number): number {
    return (this.slots[slot].kind === 'bend' ? kBendGap : kGap) / 2;
  }

  // The main line of tensors is made straight before edges that skip layers.
  private weight(from: number, to: number, value: number): number {
    const isLong = this.slots[from].kind === 'bend' || this.slots[to].kind === 'bend';
    return (isTensor(this.model.values[value]) ? 2 : 0) + (isLong ? 0 : 1);
  }

  private idOf(slot: number): BoxId {
    const { kind, id } = this.slots[slot];
    return { kind: kind as BoxId['kind'], id, group: this.group };
  }

  // Inputs and outputs of a group inside the graph are points on its border, where its first and last layer have nothing else.
  private isPort(slot: number): boolean {
    const { kind } = this.slots[slot];
    if (this.group === 0 || (kind !== 'input' && kind !== 'output')) return false;
    const { layers } = this;
    const layer = layers[this.layerOf[slot]];
    return (
      layer === layers[kind === 'input' ? 0 : layers.length - 1] &&
      layer.every((other) => this.slots[other].kind === kind)
    );
  }

  private size(slot: number): Sized {
    const { kind } = this.slots[slot];
    if (kind === 'bend') return { before: 0, after: 0, depth: 0, labels: [] };
    const id = this.idOf(slot);
    const content = this.source.content(id);
    const box: Box = { id, slot, x: 0, y: 0, width: 0, height: 0, content, isPort: this.isPort(slot) };
    if (box.isPort) return { box, before: 6, after: 6, depth: 0, labels: [] };
    if (kind === 'group') box.inside = this.source.inside(id.id);
    if (box.inside) this.sizeOpen(box, box.inside);
    else {
      const isPill = kind !== 'group' && kind !== 'node';
      box.width = Math.ceil(content.width + 2 * (isPill ? kPill : kPadX));
      box.height = Math.ceil(content.height + 2 * (isPill ? kPillY : kPadY));
      if (kind === 'group') box.width += 2 * kHandle;
      if (content.repeats > 1) box.width += 2 * Math.max(0, widthOf(`×${content.repeats}`, kTitleFont) + 12 - kHandle);
    }
    let least = 0;
    for (const side of ['incoming', 'outgoing'] as const) {
      this.placePorts(box, slot, side);
      for (const link of this.links[side][slot]) least = Math.max(least, Math.abs(this.ports[side][link]) + 8);
    }
    if (this.isDown) box.width = Math.max(box.width, 2 * least);
    else box.height = Math.max(box.height, 2 * least);
    const half = (this.isDown ? box.width : box.height) / 2;
    const depth = this.isDown ? box.height : box.width;
    const labels = this.labelsOf(box, slot);
    const stack = stackOf(box);
    let after = half + (this.isDown ? stack : 0),
      strip = 0;
    for (const { text, port } of labels) {
      const width = widthOf(text, kLabelFont);
      if (this.isDown) after = Math.max(after, port + kLabelShift + width);
      strip = Math.max(strip, this.isDown ? kLabelStrip : width + 2 * kLabelShift);
    }
    return { box, before: half + (this.isDown ? 0 : stack), after, depth: depth + stack + strip, labels };
  }

  private sizeOpen(box: Box, inside: Inside): void {
    const { content, id } = box;
    const group = this.model.groups[id.id];
    const header =
      widthOf(this.model.groups[id.id].label, kTitleFont) +
      widthOf(group.type, kDetailFont) +
      (content.repeats > 1 ? 90 : 58);
    const { layers } = group.layout;
    const meets = (kind: Slot['kind'], layer: number[] | undefined) =>
      Boolean(layer?.length) && layer!.every((slot) => group.layout.slots[slot].kind === kind);
    const [first, last] = [meets('input', layers[0]), meets('output', layers[layers.length - 1])];
    inside.y = kHeader + (this.isDown && first ? 0 : kPad);
    const bottom = this.isDown && last ? 0 : kPad;
    const [left, right] = this.isDown ? [kPad, kPad] : [first ? 0 : kPad, last ? 0 : kPad];
    box.width = Math.ceil(Math.max(inside.width + left + right, header));
    box.height = Math.ceil(inside.y + inside.height + bottom);
    inside.x = this.isDown ? (box.width - inside.width) / 2 : left;
  }

  // Places of the links of a box along its side. A box with one important input has it in the middle; links of a value that leave a
  // box share a port.
  private placePorts(box: Box, slot: number, side: Side): void {
    const own = this.links[side][slot],
      ports = this.ports[side];
    if (box.inside) return this.placeInnerPorts(box, box.inside, own, side);
    if (own.length < 2) return; // in the middle
    const { links } = this.model.groups[this.group].layout;
    const groups: number[][] = [];
    const ofValue = new Map<number, number[]>();
    for (const link of own) {
      const group = side === 'outgoing' ? ofValue.get(links[link].value) : undefined;
      if (group) group.push(link);
      else {
        groups.push([link]);
        ofValue.set(links[link].value, groups[groups.length - 1]);
      }
    }
    const weights = groups.map(([link]) => this.weight(links[link].from, links[link].to, links[link].value));
    const most = Math.max(...weights);
    const isSingle = weights.filter((weight) => weight === most).length === 1;
    const middle = isSingle ? weights.indexOf(most) : (groups.length - 1) / 2;
    let distance = kPortGap;
    if (side === 'outgoing' && this.isDown && groups.length > 1) {
      const texts = groups.map(([link]) => widthOf(this.source.label(links[link].value), kLabelFont));
      distance = Math.max(kPortGap, Math.max(...texts) + 2 * kLabelShift + 4);
    }
    groups.forEach((list, at) => {
      for (const link of list) ports[link] = (at - middle) * distance;
    });
  }

  // The links of an open group go on inside it.
  private placeInnerPorts(box: Box, inside: Inside, own: number[], side: Side): void {
    const { links } = this.model.groups[this.group].layout;
    const [breadth, start] = this.isDown ? [box.width, inside.x] : [box.height, inside.y];
    for (const link of own) {
      const { value, becomes } = links[link];
      const place = side === 'incoming' ? inside.inputs.get(becomes ?? value) : inside.outputs.get(value);
      if (place !== undefined) this.ports[side][link] = start + place - breadth / 2;
    }
  }

  // The labels of the values that leave a box. An open group has them inside.
  private labelsOf(box: Box, slot: number): PortLabel[] {
    const labels: PortLabel[] = [];
    if (box.inside || box.isPort) return labels;
    const { links } = this.model.groups[this.group].layout;
    for (const link of this.links.outgoing[slot]) {
      const { value } = links[link];
      const text = this.source.label(value);
      if (text !== '' && !labels.some((label) => label.value === value))
        labels.push({ value, text, port: this.ports.outgoing[link] });
    }
    return labels;
  }

  private place(at: Float64Array, layered: LayeredLink[]): Inside {
    const { layers } = this,
      { links } = this.model.groups[this.group].layout;
    const inside: Inside = {
      group: this.group,
      x: 0,
      y: 0,
      width: 0,
      height: 0,
      boxes: [],
      pieces: [],
      labels: [],
      inputs: new Map(),
      outputs: new Map(),
    };
    const depths = this.depthsOf(at, layered);
    let depth = depths.total,
      breadth = 0,
      wrapped: Wrapped | undefined;
    const cuts = this.settings.cuts.get(this.group) ?? [];
    if (cuts.length > 0) {
      wrapped = wrap(layers, cuts, {
        at,
        starts: depths.starts,
        before: (slot) => this.sized[slot].before,
        after: (slot) => this.sized[slot].after,
        depth: (slot) => this.sized[slot].depth,
      });
      depth = wrapped.depth;
      // Points on the border of the group stay there.
      this.sized.forEach(({ box }, slot) => {
        if (box?.isPort) depths.starts[slot] = this.slots[slot].kind === 'input' ? 0 : depth;
      });
    }
    this.sized.forEach((sized, slot) => {
      breadth = Math.max(breadth, at[slot] + sized.after);
      if (sized.box) this.placeBox(sized, at[slot], depths.starts[slot], inside);
    });
    layered.forEach(({ from, to, fromPort, toPort }, link) => {
      const source = this.sized[from].box,
        target = this.sized[to].box;
      const start = source ? this.farSide(source) : depths.starts[from],
        end = depths.starts[to];
      const isDetour = wrapped && wrapped.column[from] !== wrapped.column[to];
      const places = isDetour
        ? detour([at[from] + fromPort, start], [at[to] + toPort, end], wrapped!.gutters[wrapped!.column[from]])
        : [
            at[from] + fromPort,
            start,
            at[from] + fromPort,
            Math.max(start, end - depths.gaps[to]),
            at[to] + toPort,
            end,
            at[to] + toPort,
            end,
          ];
      const { value } = links[link];
      inside.pieces.push({
        value,
        link,
        hasArrow: Boolean(target) && !target!.isPort,
        isTensor: isTensor(this.model.values[value]),
        path: this.isDown ? places : places.map((_, index) => places[index ^ 1]),
      });
    });
    [inside.width, inside.height] = this.isDown ? [breadth, depth] : [depth, breadth];
    return inside;
  }

  // Where each slot starts across the layers, and the gap before it in which its links bend. A slot comes as close to the layers before
  // as their boxes in its range allow, so that a short branch beside a long one has no holes. Slots of a layer whose links run through
  // each other's ranges start together.
  private depthsOf(
    at: Float64Array,
    layered: LayeredLink[],
  ): { starts: Float64Array; gaps: Float64Array; total: number } {
    const { layers } = this;
    const starts = new Float64Array(this.slots.length),
      gaps = new Float64Array(this.slots.length);
    const skyline = new Skyline();
    let total = 0;
    layers.forEach((layer, index) => {
      const reach = new Map<number, number>();
      const spans = layer.map((slot): Span => {
        const sized = this.sized[slot];
        let start = at[slot] - sized.before,
          end = at[slot] + sized.after,
          most = 0;
        for (const link of this.links.incoming[slot]) {
          const source = at[layered[link].from] + layered[link].fromPort;
          [start, end] = [Math.min(start, source - 2), Math.max(end, source + 2)];
          most = Math.max(most, Math.abs(source - at[slot] - layered[link].toPort));
        }
        reach.set(slot, most);
        return { start: start - kBendGap / 2, end: end + kBendGap / 2, slots: [slot] };
      });
      for (const span of joined(spans)) {
        const most = Math.max(...span.slots.map((slot) => reach.get(slot)!));
        const gap = index === 0 ? 0 : Math.min(kMostLayerGap, kLayerGap + 0.16 * Math.max(0, most - 40));
        let start = skyline.most(span.start, span.end) + gap;
        if (span.slots.some((slot) => this.slots[slot].kind === 'output')) start = Math.max(start, total + gap);
        skyline.set(span.start, span.end, start);
        for (const slot of span.slots) {
          const sized = this.sized[slot],
            end = start + sized.depth;
          [starts[slot], gaps[slot]] = [start, gap];
          if (sized.depth > 0)
            skyline.set(at[slot] - sized.before - kBendGap / 2, at[slot] + sized.after + kBendGap / 2, end);
          total = Math.max(total, end);
        }
      }
    });
    // Outputs on the border of a group are in line.
    for (const slot of layers[layers.length - 1] ?? []) if (this.sized[slot].box?.isPort) starts[slot] = total;
    return { starts, gaps, total };
  }

  private farSide(box: Box): number {
    return this.isDown ? box.y + box.height : box.x + box.width;
  }

  private placeBox(sized: Sized, at: number, start: number, inside: Inside): void {
    const box = sized.box!;
    [box.x, box.y] = this.isDown ? [at - box.width / 2, start + stackOf(box)] : [start, at - box.height / 2];
    inside.boxes.push(box);
    if (box.id.kind === 'input') inside.inputs.set(box.id.id, at);
    if (box.id.kind === 'output') inside.outputs.set(box.id.id, at);
    for (const { value, text, port } of sized.labels) {
      inside.labels.push(
        this.isDown
          ? { value, text, x: at + port + kLabelShift, y: box.y + box.height + kLabelStrip - 5 }
          : { value, text, x: box.x + box.width + kLabelShift, y: at + port - 5 },
      );
    }
  }
}

// The boxes behind a closed group that stands for several stick out above it and at its right: edges end there.
function stackOf(box: Box): number {
  return box.content.repeats > 1 && !box.inside ? kStack : 0;
}

// Boxes without any edge, such as the tensors of a file, fill rows.
function rowsOf(slots: number[]): number[][] {
  const length = Math.max(4, Math.ceil(Math.sqrt(slots.length)));
  const rows: number[][] = [];
  for (let at = 0; at < slots.length; at += length) rows.push(slots.slice(at, at + length));
  return rows;
}
