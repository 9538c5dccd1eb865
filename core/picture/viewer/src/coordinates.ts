// Positions of slots along their layers, by the method of Brandes and Köpf: four alignments, each of which makes as many links
// straight as it can, and the average of them. Links start and end at ports, which may lie beside the middle of a slot.

export interface LayeredSlots {
  layers: number[][]; // slots in order
  isBend: boolean[];
  before: Float64Array; // the extent of a slot on both sides of its reference point, with half of the gap to its neighbour
  after: Float64Array;
  links: LayeredLink[];
}

export interface LayeredLink {
  from: number;
  to: number;
  fromPort: number; // relative to the reference point of the slot
  toPort: number;
  weight: number; // a heavier link is made straight first
}

/** The reference point of each slot; the smallest extent begins at 0. */
export function coordinatesOf(input: LayeredSlots): Float64Array {
  const layered = new Layered(input);
  const results: Float64Array[] = [];
  for (const usesUpper of [true, false]) {
    for (const isMirrored of [false, true])
      results.push(layered.compact(layered.align(usesUpper, isMirrored), isMirrored));
  }
  return layered.average(results);
}

// Slots joined to a straight line. `shift` is relative to the first slot of the line.
interface Alignment {
  root: Int32Array;
  shift: Float64Array;
}

class Layered {
  private readonly count: number;
  private readonly position: Int32Array; // within the layer
  private readonly upper: number[][] = []; // by slot: the links from the layer above
  private readonly lower: number[][] = [];
  private readonly crossesBend: Uint8Array; // by link
  private readonly isHeaviest: Uint8Array; // by link: of all links at both of its ends

  constructor(private readonly input: LayeredSlots) {
    this.count = input.before.length;
    this.position = new Int32Array(this.count);
    for (const layer of input.layers) layer.forEach((slot, at) => (this.position[slot] = at));
    for (let slot = 0; slot < this.count; slot++) {
      this.upper.push([]);
      this.lower.push([]);
    }
    input.links.forEach(({ from, to }, link) => {
      this.upper[to].push(link);
      this.lower[from].push(link);
    });
    for (let slot = 0; slot < this.count; slot++) {
      this.upper[slot].sort((a, b) => this.position[input.links[a].from] - this.position[input.links[b].from]);
      this.lower[slot].sort((a, b) => this.position[input.links[a].to] - this.position[input.links[b].to]);
    }
    const most = (links: number[]) =>
      links.reduce((weight, link) => Math.max(weight, input.links[link].weight), -Infinity);
    const above = this.upper.map(most),
      below = this.lower.map(most);
    this.isHeaviest = Uint8Array.from(input.links, ({ from, to, weight }) =>
      weight >= above[to] && weight >= below[from] ? 1 : 0,
    );
    this.crossesBend = new Uint8Array(input.links.length);
    for (let at = 0; at + 1 < input.layers.length; at++) this.markCrossings(input.layers[at], input.layers[at + 1]);
  }

  // Long edges stay straight: a link between two bends wins against each link that crosses it.
  private markCrossings(above: number[], below: number[]): void {
    const { isBend, links } = this.input;
    let left = -1,
      scanned = 0;
    below.forEach((slot, at) => {
      const inner = isBend[slot] ? this.upper[slot].find((link) => isBend[links[link].from]) : undefined;
      if (inner === undefined && at + 1 < below.length) return;
      const right = inner === undefined ? above.length : this.position[links[inner].from];
      for (; scanned <= at; scanned++) {
        for (const link of this.upper[below[scanned]]) {
          const from = this.position[links[link].from];
          if (from < left || from > right) this.crossesBend[link] = 1;
        }
      }
      left = right;
    });
  }

  align(usesUpper: boolean, isMirrored: boolean): Alignment {
    const { layers, links } = this.input;
    const root = Int32Array.from({ length: this.count }, (_, slot) => slot);
    const shift = new Float64Array(this.count);
    const ordered = usesUpper ? layers : [...layers].reverse();
    const sign = isMirrored ? -1 : 1;
    for (const layer of ordered) {
      let last = isMirrored ? Infinity : -1;
      for (let step = 0; step < layer.length; step++) {
        const slot = layer[isMirrored ? layer.length - 1 - step : step];
        const neighbours = usesUpper ? this.upper[slot] : this.lower[slot];
        for (const link of this.candidates(neighbours, isMirrored)) {
          const other = usesUpper ? links[link].from : links[link].to;
          const at = this.position[other];
          if (this.crossesBend[link] || (isMirrored ? at >= last : at <= last)) continue;
          const [here, there] = usesUpper
            ? [links[link].toPort, links[link].fromPort]
            : [links[link].fromPort, links[link].toPort];
          root[slot] = root[other];
          shift[slot] = shift[other] + sign * (there - here);
          last = at;
          break;
        }
      }
    }
    return { root, shift };
  }

  // The one or two links in the middle of the heaviest.
  private candidates(sorted: number[], isMirrored: boolean): number[] {
    const heavy = sorted.filter((link) => this.isHeaviest[link]);
    if (heavy.length < 2) return heavy;
    const low = heavy[(heavy.length - 1) >> 1],
      high = heavy[heavy.length >> 1];
    if (low === high) return [low];
    return isMirrored ? [high, low] : [low, high];
  }

  // Moves the lines as close together as their slots allow. A mirrored alignment is computed with the sides exchanged.
  compact({ root, shift }: Alignment, isMirrored: boolean): Float64Array {
    const { layers } = this.input;
    const [before, after] = isMirrored ? [this.input.after, this.input.before] : [this.input.before, this.input.after];
    const next: { line: number; distance: number }[][] = Array.from({ length: this.count }, () => []);
    const waiting = new Int32Array(this.count);
    for (const layer of layers) {
      for (let step = 1; step < layer.length; step++) {
        const slot = layer[isMirrored ? layer.length - 1 - step : step];
        const neighbour = layer[isMirrored ? layer.length - step : step - 1];
        const distance = shift[neighbour] + after[neighbour] + before[slot] - shift[slot];
        next[root[neighbour]].push({ line: root[slot], distance });
        waiting[root[slot]]++;
      }
    }
    const order: number[] = [];
    for (let slot = 0; slot < this.count; slot++) if (root[slot] === slot && waiting[slot] === 0) order.push(slot);
    const x = new Float64Array(this.count);
    for (let at = 0; at < order.length; at++) {
      for (const { line, distance } of next[order[at]]) {
        x[line] = Math.max(x[line], x[order[at]] + distance);
        if (--waiting[line] === 0) order.push(line);
      }
    }
    // Then each line moves towards its neighbours on the other side, where it has any.
    for (let at = order.length - 1; at >= 0; at--) {
      let most = Infinity;
      for (const { line, distance } of next[order[at]]) most = Math.min(most, x[line] - distance);
      if (most !== Infinity) x[order[at]] = Math.max(x[order[at]], most);
    }
    const result = new Float64Array(this.count);
    for (let slot = 0; slot < this.count; slot++) {
      const at = x[root[slot]] + shift[slot];
      result[slot] = isMirrored ? -at : at;
    }
    return result;
  }

  // Aligns the four results with the narrowest of them, and takes the mean of the two in the middle.
  average(results: Float64Array[]): Float64Array {
    const { before, after } = this.input;
    const bounds = results.map((x) => {
      let low = Infinity,
        high = -Infinity;
      for (let slot = 0; slot < this.count; slot++) {
        low = Math.min(low, x[slot] - before[slot]);
        high = Math.max(high, x[slot] + after[slot]);
      }
      return { low, high };
    });
    const narrowest = bounds.reduce(
      (best, bound) => (bound.high - bound.low < best.high - best.low ? bound : best),
      bounds[0],
    );
    const moves = bounds.map((bound, at) => (at % 2 === 0 ? narrowest.low - bound.low : narrowest.high - bound.high));
    const mean = new Float64Array(this.count);
    let least = Infinity;
    for (let slot = 0; slot < this.count; slot++) {
      let low = Infinity,
        high = -Infinity,
        sum = 0;
      results.forEach((x, at) => {
        const place = x[slot] + moves[at];
        [low, high, sum] = [Math.min(low, place), Math.max(high, place), sum + place];
      });
      mean[slot] = (sum - low - high) / 2;
      least = Math.min(least, mean[slot] - before[slot]);
    }
    for (let slot = 0; slot < this.count; slot++) mean[slot] -= least;
    return mean;
  }
}
