// A picture with the indices that its readers need. A model never changes; a view of it is a `State`.
import type { Group, Node, Picture, LinePlace, Value } from './data';

/** A box of the picture, or the edges of a value. Its text, such as "g3" or "i2.0", names it in addresses of views and in elements. */
export interface BoxId {
  kind: 'group' | 'node' | 'input' | 'output' | 'value';
  id: number;
  group: number; // that contains it; of a value, the group in which an edge was selected
}

const kLetters = { group: 'g', node: 'n', input: 'i', output: 'o', value: 'v' } as const;

/** Boxes of different groups can be the same value, so that their text has the group, too. */
export function textOf(box: BoxId): string {
  const isValue = box.kind !== 'group' && box.kind !== 'node';
  return `${kLetters[box.kind]}${box.id}${isValue ? `.${box.group}` : ''}`;
}

export class Model {
  readonly groups: Group[];
  readonly nodes: Node[];
  readonly values: Value[];
  readonly children: number[][]; // by group: the groups in it
  readonly members: number[][]; // by group: the nodes directly in it
  readonly depth: number[];
  readonly keys: string[]; // by group: a name that an edit of the source rarely changes
  private readonly groupOfKey = new Map<string, number>();
  private readonly groupOfControl = new Map<number, number>(); // by node: the If or Loop that the group stands for
  private readonly named = new Map<number, Set<number>>(); // the other names of a value
  private readonly origins = new Map<number, Set<number>>(); // the reverse

  constructor(readonly picture: Picture) {
    const { groups, nodes, values } = picture;
    this.groups = groups;
    this.nodes = nodes;
    this.values = values;
    this.children = groups.map(() => []);
    this.members = groups.map(() => []);
    this.depth = groups.map(() => 0);
    this.keys = groups.map(() => '');
    groups.forEach((group, id) => {
      if (group.parent !== null) {
        this.children[group.parent].push(id);
        this.depth[id] = this.depth[group.parent] + 1;
      }
      this.keys[id] = this.freshKey(group);
      this.groupOfKey.set(this.keys[id], id);
    });
    groups.forEach((group, id) => {
      if (group.control !== null) this.groupOfControl.set(group.control, id);
      for (const { value, becomes } of group.layout.links) {
        if (becomes === undefined) continue;
        if (!this.named.has(value)) this.named.set(value, new Set());
        if (!this.origins.has(becomes)) this.origins.set(becomes, new Set());
        this.named.get(value)!.add(becomes);
        this.origins.get(becomes)!.add(value);
      }
    });
    nodes.forEach((node, id) => {
      if (!this.groupOfControl.has(id)) this.members[node.group].push(id);
    });
  }

  /** The values that another one is known as: the parameter of a loop's body, the result of an If. */
  becomes(value: number): Iterable<number> {
    return this.named.get(value) ?? [];
  }

  /** The values that are known as this one. */
  comesFrom(value: number): Iterable<number> {
    return this.origins.get(value) ?? [];
  }

  // A module is known by its path, another group by its title within its parent; equal ones are numbered.
  private freshKey(group: Group): string {
    const parent = group.parent === null ? '' : this.keys[group.parent];
    const base =
      group.kind === 'module' && group.path !== '' ? `@${group.path}` : `${parent}/${group.kind}:${group.title}`;
    let key = base;
    for (let number = 2; this.groupOfKey.has(key); number++) key = `${base}#${number}`;
    return key;
  }

  groupWithKey(key: string): number | undefined {
    return this.groupOfKey.get(key);
  }

  /** The box that a text names; undefined when the picture has none such. */
  boxOf(text: string): BoxId | undefined {
    const match = /^([gniov])(\d+)(?:\.(\d+))?$/.exec(text);
    if (!match) return undefined;
    const id = Number(match[2]),
      group = Number(match[3] ?? -1);
    if (match[1] === 'g') return this.groups[id] && this.groupBox(id);
    if (match[1] === 'n') return this.nodes[id] && this.nodeBox(id);
    const kind = match[1] === 'i' ? 'input' : match[1] === 'o' ? 'output' : 'value';
    return this.values[id] && this.groups[group] ? { kind, id, group } : undefined;
  }

  /** An If or a Loop is shown as its group. */
  nodeBox(id: number): BoxId {
    const group = this.groupOfControl.get(id);
    if (group !== undefined) return this.groupBox(group);
    return { kind: 'node', id, group: this.nodes[id].group };
  }

  /** The values at a box, its results first. */
  valuesAt(box: BoxId): number[] {
    if (box.kind === 'group') {
      const { slots } = this.groups[box.id].layout;
      return (['output', 'input'] as const).flatMap((kind) =>
        slots.filter((slot) => slot.kind === kind).map((slot) => slot.id),
      );
    }
    if (box.kind !== 'node') return [box.id];
    const { inputs, outputs } = this.nodes[box.id];
    return [...new Set([...outputs, ...inputs.flatMap((input) => (input.value === undefined ? [] : [input.value]))])];
  }

  groupBox(id: number): BoxId {
    return { kind: 'group', id, group: this.groups[id].parent ?? 0 };
  }

  /** The groups around a box, from the whole graph inwards. */
  around(box: BoxId): number[] {
    const groups: number[] = [];
    let group: number | null = box.kind === 'group' ? this.groups[box.id].parent : box.group;
    for (; group !== null; group = this.groups[group].parent) groups.push(group);
    return groups.reverse();
  }

  isWithin(group: number, outer: number): boolean {
    let at: number | null = group;
    while (at !== null && at !== outer) at = this.groups[at].parent;
    return at === outer;
  }

  /** The module path of a node: that of the innermost module around it. */
  modulePath(group: number): string {
    for (let at: number | null = group; at !== null; at = this.groups[at].parent)
      if (this.groups[at].path !== '') return this.groups[at].path;
    return '';
  }

  placeText(place: LinePlace): string {
    return `${this.picture.files[place.file]?.path ?? '?'}:${place.line}`;
  }

  lineOf(place: LinePlace, offset = 0): string | undefined {
    return this.picture.files[place.file]?.lines[place.line + offset];
  }

  /** All nodes in a group and in the groups inside it. */
  *nodesWithin(group: number): Generator<number> {
    yield* this.members[group];
    for (const child of this.children[group]) yield* this.nodesWithin(child);
  }
}
