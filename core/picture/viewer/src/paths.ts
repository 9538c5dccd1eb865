// The nodes on which a box depends, and the nodes that use its results.
import { type BoxId, type Model, textOf } from './model';
import type { PathKind } from './state';

export class Reach {
  readonly boxes = new Set<string>(); // nodes, the groups around them, and inputs and outputs
  private readonly nodes = new Set<number>();
  private readonly groups = new Set<number>();
  private readonly values = new Set<number>();
  private readonly lit = new Map<number, Uint8Array>(); // by group: its links

  constructor(
    private readonly model: Model,
    start: BoxId,
    kind: Exclude<PathKind, 'none'>,
  ) {
    const own = ownNodes(model, start);
    const seeds = start.kind === 'group' || start.kind === 'node' ? [] : [start.id];
    if (kind !== 'descendants') this.spread(own, seeds, true);
    if (kind !== 'ancestors') this.spread(own, seeds, false);
    for (const node of this.nodes) {
      this.boxes.add(textOf(model.nodeBox(node)));
      for (let group: number | null = model.nodes[node].group; group !== null; group = model.groups[group].parent)
        this.groups.add(group);
    }
    for (const group of this.groups) this.boxes.add(textOf(model.groupBox(group)));
    this.boxes.add(textOf(start));
    model.groups.forEach((group, id) =>
      group.layout.slots.forEach((slot) => {
        if ((slot.kind === 'input' || slot.kind === 'output') && this.values.has(slot.id))
          this.boxes.add(textOf({ kind: slot.kind, id: slot.id, group: id }));
      }),
    );
  }

  get count(): number {
    return this.nodes.size;
  }

  private spread(own: number[], seeds: number[], isUpwards: boolean): void {
    const { nodes, values } = this.model;
    const reached = new Set<number>();
    const waiting = [...own];
    const seen = new Set(own);
    const visitValue = (value: number) => {
      if (reached.has(value)) return;
      reached.add(value);
      for (const other of isUpwards ? this.model.comesFrom(value) : this.model.becomes(value)) visitValue(other);
      const producer = values[value].node;
      for (const next of isUpwards ? (producer === null ? [] : [producer]) : values[value].users) {
        if (seen.has(next)) continue;
        seen.add(next);
        waiting.push(next);
      }
    };
    seeds.forEach(visitValue);
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (isUpwards) for (const input of nodes[node].inputs) input.value !== undefined && visitValue(input.value);
      else nodes[node].outputs.forEach(visitValue);
    }
    for (const node of seen) this.nodes.add(node);
    for (const value of reached) this.values.add(value);
  }

  /** Whether a link is a part of an edge between two boxes of the path. */
  isLit(group: number, value: number, link: number): boolean {
    if (!this.values.has(value)) return false;
    let lit = this.lit.get(group);
    if (!lit) this.lit.set(group, (lit = this.litLinks(group)));
    return lit[link] === 1;
  }

  // A chain of bends is lit where both of its ends are.
  private litLinks(group: number): Uint8Array {
    const { slots, links } = this.model.groups[group].layout;
    const isLit = (slot: number) => {
      const { kind, id } = slots[slot];
      if (kind === 'node') return this.nodes.has(id);
      return kind === 'group' ? this.groups.has(id) : this.values.has(id);
    };
    const outgoing: number[][] = slots.map(() => []);
    links.forEach(({ from }, link) => outgoing[from].push(link));
    const result = new Uint8Array(links.length);
    const visit = (link: number): boolean => {
      const { to, value } = links[link];
      const reaches =
        slots[to].kind !== 'bend'
          ? isLit(to)
          : outgoing[to]
              .filter((next) => links[next].value === value)
              .map(visit)
              .some(Boolean);
      if (reaches && this.values.has(value)) result[link] = 1;
      return reaches;
    };
    links.forEach(({ from }, link) => {
      if (slots[from].kind !== 'bend' && isLit(from)) visit(link);
    });
    return result;
  }
}

function ownNodes(model: Model, start: BoxId): number[] {
  if (start.kind === 'group') return [...model.nodesWithin(start.id)];
  return start.kind === 'node' ? [start.id] : [];
}
