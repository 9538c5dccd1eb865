// The depth to which boxes reach, as a function of the place along their layers. It lets a box move up beside deeper ones.

interface Step {
  start: number; // until the start of the next step
  depth: number;
}

export class Skyline {
  private steps: Step[] = [{ start: -Infinity, depth: 0 }];

  /** The greatest depth between two places. */
  most(start: number, end: number): number {
    let most = 0;
    for (let at = this.indexOf(start); at < this.steps.length && this.steps[at].start < end; at++)
      most = Math.max(most, this.steps[at].depth);
    return most;
  }

  /** Sets the depth between two places. */
  set(start: number, end: number, depth: number): void {
    const first = this.indexOf(start);
    let last = first;
    while (last + 1 < this.steps.length && this.steps[last + 1].start < end) last++;
    const after = { start: end, depth: this.steps[last].depth };
    const hasNext = this.steps[last + 1]?.start === end;
    const before = this.steps[first].start < start ? [this.steps[first]] : [];
    this.steps.splice(first, last - first + 1, ...before, { start, depth }, ...(hasNext ? [] : [after]));
  }

  // The step in which a place lies.
  private indexOf(place: number): number {
    let low = 0,
      high = this.steps.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.steps[middle].start <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** A range along a layer with the slots that need it. */
export interface Span {
  start: number;
  end: number;
  slots: number[];
}

/** Joins ranges that overlap. */
export function joined(spans: Span[]): Span[] {
  const result: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = result[result.length - 1];
    if (last && span.start < last.end) {
      last.end = Math.max(last.end, span.end);
      last.slots.push(...span.slots);
    } else {
      result.push({ ...span, slots: [...span.slots] });
    }
  }
  return result;
}
