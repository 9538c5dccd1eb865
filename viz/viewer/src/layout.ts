// Positions of boxes and edges. The layers of a group are given; here are the sizes of its boxes, their coordinates, and the same
// for the open groups inside it. The result for a group is kept until a group inside it opens or closes.
import { Content, contentOf, EdgeText, edgeText, isTensor, kDetailFont, kLabelFont, kTitleFont, titleOfGroup } from './content';
import { coordinatesOf, LayeredLink } from './coordinates';
import { Slot } from './data';
import { BoxId, Model } from './model';
import { joined, Skyline, Span } from './skyline';
import { widthOf } from './text';

export type Direction = 'down' | 'right';

export interface Box {
  id: BoxId;
  slot: number;
  x: number; // relative to the content of the group around it
  y: number;
  width: number;
  height: number;
  content: Content;
  inside?: Inside; // of an open group
  isPort: boolean; // a point on the border of its group
}

/** A part of an edge: between slots of neighbouring layers. */
export interface Piece {
  value: number;
  link: number;
  path: number[]; // x and y of the start, the end of its layer, the start of the next layer, and the end
  hasArrow: boolean;
  isTensor: boolean;
}

export interface Label {
  value: number;
  text: string;
  x: number; // of the left end of the baseline
  y: number;
}

/** The content of an open group. */
export interface Inside {
  group: number;
  x: number; // of the content within the box of the group
  y: number;
  width: number; // of the content
  height: number;
  boxes: Box[];
  pieces: Piece[];
  labels: Label[];
  inputs: Map<number, number>; // the place of a value on the side at which it enters, relative to the content
  outputs: Map<number, number>;
}

export const kHeader = 28;
const kPad = 16;
const kPadX = 13, kPadY = 8;
const kGap = 18; // between neighbours in a layer
const kBendGap = 9;
const kLayerGap = 26, kMostLayerGap = 84;
const kPortGap = 14;
const kLabelStrip = 18;
const kLabelShift = 6; // of a label from its edge
export const kStack = 7; // how far the boxes behind a repeated one stick out
export const kHandle = 12; // the mark that opens a group
const kPill = 13; // padding at the sides of a pill
export const kFrameMargin = 28; // around the whole picture

export interface Settings {
  direction: Direction;
  edgeText: EdgeText;
}

// The measures of a slot, along the layer (before, after) and across it (depth).
interface Sized {
  box?: Box;
  before: number;
  after: number;
  depth: number; // with its labels
  ports: { incoming: Map<number, number>; outgoing: Map<number, number> }; // by link, relative to the reference point
}

export class Layouter {
  private readonly kept = new Map<number, Inside>();
  private readonly contents = new Map<string, Content>();

  constructor(private readonly model: Model, private readonly isOpen: (group: number) => boolean, private settings: Settings) {}

  /** Forgets the positions of a group and of the groups around it, because the group has opened or closed. */
  forget(group: number): void {
    for (let at: number | null = group; at !== null; at = this.model.groups[at].parent) this.kept.delete(at);
  }

  change(settings: Settings): void {
    this.settings = settings;
    this.kept.clear();
  }

  /** The whole picture, or one group of it. */
  layOut(group: number): Inside {
    let inside = this.kept.get(group);
    if (!inside) {
      inside = new GroupLayout(this.model, this.settings, group, (id) => this.content(id), (id) => (this.isOpen(id) ? this.layOut(id) : undefined)).run();
      this.kept.set(group, inside);
    }
    return inside;
  }

  private content(id: BoxId): Content {
    const key = `${id.kind}${id.id}`;
    let content = this.contents.get(key);
    if (!content) this.contents.set(key, (content = contentOf(this.model, id)));
    return content;
  }
}

class GroupLayout {
  private readonly slots: Slot[];
  private readonly layerOf: Int32Array;
  private readonly sized: Sized[] = [];
  private readonly isDown: boolean;
  private readonly incoming: number[][];
  private readonly outgoing: number[][];

  constructor(private readonly model: Model, private readonly settings: Settings, private readonly group: number,
    private readonly content: (id: BoxId) => Content, private readonly insideOf: (group: number) => Inside | undefined) {
    const { layout } = model.groups[group];
    this.slots = layout.slots;
    this.isDown = settings.direction === 'down';
    this.layerOf = new Int32Array(layout.slots.length);
    layout.layers.forEach((layer, at) => layer.forEach((slot) => (this.layerOf[slot] = at)));
    this.incoming = layout.slots.map(() => []);
    this.outgoing = layout.slots.map(() => []);
    layout.links.forEach(({ from, to }, link) => {
      this.outgoing[from].push(link);
      this.incoming[to].push(link);
    });
  }

  run(): Inside {
    const { layers, links } = this.model.groups[this.group].layout;
    const position = new Int32Array(this.slots.length);
    for (const layer of layers) layer.forEach((slot, at) => (position[slot] = at));
    for (let slot = 0; slot < this.slots.length; slot++) {
      this.incoming[slot].sort((a, b) => position[links[a].from] - position[links[b].from]);
      this.outgoing[slot].sort((a, b) => position[links[a].to] - position[links[b].to]);
      this.sized.push(this.size(slot));
    }
    const layered: LayeredLink[] = links.map(({ from, to, value }, link) => ({
      from, to, fromPort: this.sized[from].ports.outgoing.get(link) ?? 0, toPort: this.sized[to].ports.incoming.get(link) ?? 0,
      weight: this.weight(from, to, value),
    }));
    const at = coordinatesOf({
      layers, links: layered,
      isBend: this.slots.map((slot) => slot.kind === 'bend'),
      before: Float64Array.from(this.sized, (one, slot) => one.before + this.halfGap(slot)),
      after: Float64Array.from(this.sized, (one, slot) => one.after + this.halfGap(slot)),
    });
    return this.place(at, layered);
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
    const { layers } = this.model.groups[this.group].layout;
    const layer = layers[this.layerOf[slot]];
    return layer === layers[kind === 'input' ? 0 : layers.length - 1] && layer.every((other) => this.slots[other].kind === kind);
  }

  private size(slot: number): Sized {
    const { kind } = this.slots[slot];
    if (kind === 'bend') return { before: 0, after: 0, depth: 0, ports: { incoming: new Map(), outgoing: new Map() } };
    const id = this.idOf(slot);
    const content = this.content(id);
    const box: Box = { id, slot, x: 0, y: 0, width: 0, height: 0, content, isPort: this.isPort(slot) };
    if (box.isPort) return { box, before: 6, after: 6, depth: 0, ports: { incoming: new Map(), outgoing: new Map() } };
    if (kind === 'group') box.inside = this.insideOf(id.id);
    if (box.inside) this.sizeOpen(box, box.inside);
    else {
      const isPill = kind !== 'group' && kind !== 'node';
      box.width = Math.ceil(content.width + 2 * (isPill ? kPill : kPadX));
      box.height = Math.ceil(content.height + 2 * (isPill ? 4 : kPadY));
      if (kind === 'group') box.width += 2 * kHandle;
      if (content.repeats > 1) box.width += 2 * Math.max(0, widthOf(`×${content.repeats}`, kTitleFont) + 12 - kHandle);
    }
    const ports = { incoming: this.ports(box, slot, 'incoming'), outgoing: this.ports(box, slot, 'outgoing') };
    const breadth = this.isDown ? box.width : box.height;
    const least = [...ports.incoming.values(), ...ports.outgoing.values()].reduce((most, port) => Math.max(most, Math.abs(port) + 8), 0);
    if (2 * least > breadth) {
      if (this.isDown) box.width = 2 * least;
      else box.height = 2 * least;
    }
    const half = (this.isDown ? box.width : box.height) / 2;
    const depth = this.isDown ? box.height : box.width;
    let after = half + (content.repeats > 1 && !box.inside ? kStack : 0), strip = 0;
    for (const label of this.labelsOf(box, slot, ports.outgoing)) {
      if (this.isDown) after = Math.max(after, label.port + kLabelShift + label.width);
      strip = Math.max(strip, this.isDown ? kLabelStrip : label.width + 2 * kLabelShift);
    }
    return { box, before: half, after, depth: depth + strip, ports };
  }

  private sizeOpen(box: Box, inside: Inside): void {
    const { content, id } = box;
    const group = this.model.groups[id.id];
    const header = widthOf(titleOfGroup(this.model, id.id), kTitleFont) + widthOf(group.type, kDetailFont) + (content.repeats > 1 ? 90 : 58);
    const { layers } = group.layout;
    const meets = (kind: Slot['kind'], layer: number[] | undefined) => Boolean(layer?.length) && layer!.every((slot) => group.layout.slots[slot].kind === kind);
    const [first, last] = [meets('input', layers[0]), meets('output', layers[layers.length - 1])];
    inside.y = kHeader + (this.isDown && first ? 0 : kPad);
    const bottom = this.isDown && last ? 0 : kPad;
    const [left, right] = this.isDown ? [kPad, kPad] : [first ? 0 : kPad, last ? 0 : kPad];
    box.width = Math.ceil(Math.max(inside.width + left + right, header));
    box.height = Math.ceil(inside.y + inside.height + bottom);
    inside.x = this.isDown ? (box.width - inside.width) / 2 : left;
  }

  // Places of the links of a box along its side. A box with one important input has it in the middle.
  private ports(box: Box, slot: number, side: 'incoming' | 'outgoing'): Map<number, number> {
    const { links } = this.model.groups[this.group].layout;
    const ports = new Map<number, number>();
    const ofValue = new Map<number, number[]>(); // links of a value that leave a box share a port
    for (const link of this[side][slot]) {
      const key = side === 'outgoing' ? links[link].value : link;
      ofValue.set(key, [...(ofValue.get(key) ?? []), link]);
    }
    const { inside } = box;
    if (inside) {
      const breadth = this.isDown ? box.width : box.height, start = this.isDown ? inside.x : inside.y;
      const known = side === 'incoming' ? inside.inputs : inside.outputs;
      for (const list of ofValue.values()) {
        const { value, becomes } = links[list[0]];
        const place = known.get(side === 'incoming' ? becomes ?? value : value);
        for (const link of list) ports.set(link, place === undefined ? 0 : start + place - breadth / 2);
      }
      return ports;
    }
    const groups = [...ofValue.values()];
    const weights = groups.map(([link]) => this.weight(links[link].from, links[link].to, links[link].value));
    const most = Math.max(...weights);
    const isSingle = weights.filter((weight) => weight === most).length === 1;
    const middle = isSingle ? weights.indexOf(most) : (groups.length - 1) / 2;
    let distance = kPortGap;
    if (side === 'outgoing' && this.isDown && groups.length > 1) {
      const texts = groups.map(([link]) => widthOf(this.labelText(links[link].value), kLabelFont));
      distance = Math.max(kPortGap, Math.max(...texts) + 2 * kLabelShift + 4);
    }
    groups.forEach((list, at) => {
      for (const link of list) ports.set(link, (at - middle) * distance);
    });
    return ports;
  }

  private labelText(value: number): string {
    return edgeText(this.model.values[value], this.settings.edgeText);
  }

  // The labels of the values that leave a box. An open group has them inside.
  private labelsOf(box: Box, slot: number, ports: Map<number, number>): { value: number; text: string; port: number; width: number }[] {
    if (box.inside || box.isPort) return [];
    const { links } = this.model.groups[this.group].layout;
    const seen = new Map<number, number>();
    for (const link of this.outgoing[slot]) seen.set(links[link].value, ports.get(link) ?? 0);
    return [...seen].map(([value, port]) => {
      const text = this.labelText(value);
      return { value, text, port, width: widthOf(text, kLabelFont) };
    }).filter(({ text }) => text !== '');
  }

  private place(at: Float64Array, layered: LayeredLink[]): Inside {
    const { links } = this.model.groups[this.group].layout;
    const inside: Inside = {
      group: this.group, x: 0, y: 0, width: 0, height: 0, boxes: [], pieces: [], labels: [], inputs: new Map(), outputs: new Map(),
    };
    const depths = this.depthsOf(at, layered);
    const depth = depths.total;
    let breadth = 0;
    this.sized.forEach((one, slot) => {
      breadth = Math.max(breadth, at[slot] + one.after);
      if (one.box) this.placeBox(one, slot, at[slot], depths.starts[slot], inside);
    });
    layered.forEach(({ from, to, fromPort, toPort }, link) => {
      const source = this.sized[from].box, target = this.sized[to].box;
      const start = source ? this.farSide(source) : depths.starts[from], end = depths.starts[to];
      const places = [at[from] + fromPort, start, at[from] + fromPort, Math.max(start, end - depths.gaps[to]), at[to] + toPort, end, at[to] + toPort, end];
      const { value } = links[link];
      inside.pieces.push({
        value, link, hasArrow: Boolean(target) && !target!.isPort, isTensor: isTensor(this.model.values[value]),
        path: this.isDown ? places : places.map((_, index) => places[index ^ 1]),
      });
    });
    [inside.width, inside.height] = this.isDown ? [breadth, depth] : [depth, breadth];
    return inside;
  }

  // Where each slot starts across the layers, and the gap before it in which its links bend. A slot comes as close to the layers before
  // as their boxes in its range allow, so that a short branch beside a long one has no holes. Slots of a layer whose links run through
  // each other's ranges start together.
  private depthsOf(at: Float64Array, layered: LayeredLink[]): { starts: Float64Array; gaps: Float64Array; total: number } {
    const { layers } = this.model.groups[this.group].layout;
    const starts = new Float64Array(this.slots.length), gaps = new Float64Array(this.slots.length);
    const skyline = new Skyline();
    let total = 0;
    layers.forEach((layer, index) => {
      const reach = new Map<number, number>();
      const spans = layer.map((slot): Span => {
        const one = this.sized[slot];
        let start = at[slot] - one.before, end = at[slot] + one.after, most = 0;
        for (const link of this.incoming[slot]) {
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
          const one = this.sized[slot], end = start + one.depth;
          [starts[slot], gaps[slot]] = [start, gap];
          if (one.depth > 0) skyline.set(at[slot] - one.before - kBendGap / 2, at[slot] + one.after + kBendGap / 2, end);
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

  private placeBox(one: Sized, slot: number, at: number, start: number, inside: Inside): void {
    const box = one.box!;
    [box.x, box.y] = this.isDown ? [at - box.width / 2, start] : [start, at - box.height / 2];
    inside.boxes.push(box);
    if (box.id.kind === 'input') inside.inputs.set(box.id.id, at);
    if (box.id.kind === 'output') inside.outputs.set(box.id.id, at);
    for (const { value, text, port } of this.labelsOf(box, slot, one.ports.outgoing)) {
      inside.labels.push(this.isDown
        ? { value, text, x: at + port + kLabelShift, y: box.y + box.height + kLabelStrip - 5 }
        : { value, text, x: box.x + box.width + kLabelShift, y: at + port - 5 });
    }
  }
}
