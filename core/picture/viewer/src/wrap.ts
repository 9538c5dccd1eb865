// Long groups in columns, as text has lines: a sequence of layers goes on at the top of the next column. From left to right, columns
// are rows. Cuts are layers of a group; they stay when groups open, so that no box changes its column.
import type { Layout } from './data';
import type { Inside, Layouter, LayoutSettings } from './layout';
import look from './look.json';
import type { Model } from './model';

/** By group: the layers that begin a column. */
export type Cuts = Map<number, number[]>;

export const kGutter = look.sizes.gutter; // between columns, for the edge that leads to the next one
const kLane = look.sizes.lane; // above and below a column, for the same edge
const kMostColumns = 8;
const kLeastGain = 1.2; // of the size at which the picture fits
const kLeastColumnGain = 1.04; // of one more column
const kLeastColumn = 0.2; // of an even column
const kLeastDepth = 900; // a shorter picture is not wrapped
const kLeastShare = 0.5; // of the depth of a group: a deep group in it may be wrapped in its place

/** The group to wrap, and its cuts, for a window with this ratio of breadth to depth; none when the picture fits well as it is. */
export function bestCuts(model: Model, layouter: Layouter, settings: LayoutSettings, aspect: number): Cuts {
  const isDown = settings.direction === 'down';
  const depthOf = (size: { width: number; height: number }) => (isDown ? size.height : size.width);
  const fitOf = (picture: Inside) => Math.min(aspect / (isDown ? picture.width : picture.height), 1 / depthOf(picture));
  const measure = (group: number, cuts: number[]) => {
    layouter.setCuts(new Map([[group, cuts]]), group);
    const fit = fitOf(layouter.layOut(0));
    layouter.setCuts(new Map(), group);
    return fit;
  };
  layouter.change({ ...settings, cuts: new Map() });
  let inside: Inside | undefined = layouter.layOut(0);
  let best = { fit: fitOf(inside) * kLeastGain, cuts: new Map() as Cuts };
  if (depthOf(inside) < kLeastDepth) return best.cuts;
  while (inside) {
    const { layout } = model.groups[inside.group];
    for (let columns = 2; columns <= kMostColumns; columns++) {
      const cuts = evenCuts(layout, inside, isDown, columns);
      if (cuts.length === 0) break;
      const fit = measure(inside.group, cuts);
      if (fit > best.fit * kLeastColumnGain) best = { fit, cuts: new Map([[inside.group, cuts]]) };
    }
    const deepest: Inside['boxes'][number] | undefined = inside.boxes
      .filter((box) => box.inside)
      .sort((a, b) => depthOf(b) - depthOf(a))[0];
    inside = deepest && depthOf(deepest) > kLeastShare * depthOf(inside) ? deepest.inside : undefined;
  }
  return best.cuts;
}

// The cuts that give the shortest columns. Only an edge between two layers of one box each may lead from column to column.
function evenCuts({ layers }: Layout, inside: Inside, isDown: boolean, columns: number): number[] {
  const boxes = new Map(
    inside.boxes.map((box) => [
      box.slot,
      isDown ? { start: box.y, end: box.y + box.height } : { start: box.x, end: box.x + box.width },
    ]),
  );
  const isSingle = (at: number) => layers[at].length === 1 && boxes.has(layers[at][0]);
  const total = isDown ? inside.height : inside.width;
  const breaks = layers.map((_, at) => at).filter((at) => at > 0 && isSingle(at) && isSingle(at - 1));
  const starts = breaks.map((at) => boxes.get(layers[at][0])!.start);
  for (let length = total / columns; length < total; length *= 1.03) {
    const cuts: number[] = [];
    let begin = 0;
    for (let index = 0; index < breaks.length; index++) {
      const isLong = starts[index] - begin >= kLeastColumn * length; // else a column would have little more than an input
      // The part up to the next possible break no longer fits into the column.
      if ((starts[index + 1] ?? total) - begin <= length || !isLong) continue;
      cuts.push(breaks[index]);
      begin = starts[index];
    }
    if (cuts.length < columns) return cuts;
  }
  return [];
}

/** Places along the layers and across them, by slot. */
export interface Places {
  at: Float64Array;
  starts: Float64Array;
  before: (slot: number) => number;
  after: (slot: number) => number;
  depth: (slot: number) => number;
}

export interface Wrapped {
  breadth: number;
  depth: number;
  column: Int32Array; // of each slot
  gutters: number[]; // the middle of the space after each column
}

/** Moves the layers from each cut on to the next column. */
export function wrap(layers: number[][], cuts: number[], places: Places): Wrapped {
  const { at, starts } = places;
  const column = new Int32Array(at.length),
    gutters: number[] = [];
  let breadth = 0,
    depth = 0;
  [0, ...cuts].forEach((first, index) => {
    const slots = layers.slice(first, cuts[index] ?? layers.length).flat();
    const low = Math.min(...slots.map((slot) => at[slot] - places.before(slot)));
    const high = Math.max(...slots.map((slot) => at[slot] + places.after(slot)));
    const top = Math.min(...slots.map((slot) => starts[slot]));
    for (const slot of slots) {
      column[slot] = index;
      at[slot] += breadth - low;
      starts[slot] += kLane - top;
      depth = Math.max(depth, starts[slot] + places.depth(slot) + kLane);
    }
    breadth += high - low;
    if (index < cuts.length) {
      gutters.push(breadth + kGutter / 2);
      breadth += kGutter;
    }
  });
  return { breadth, depth, column, gutters };
}

/** The corners of an edge to the next column, as places along and across the layers. */
export function detour(from: [number, number], to: [number, number], gutter: number): number[] {
  const [x1, y1] = from,
    [x2, y2] = to,
    below = y1 + kLane - 2,
    above = y2 - kLane + 6;
  return [x1, y1, x1, below, gutter, below, gutter, above, x2, above, x2, y2];
}
