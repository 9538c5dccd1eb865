// The state of a debug session in a picture. The message is described in docs/viewer.md.
import type { LinePlace } from './data';
import type { Chip } from './draw';
import type { Model } from './model';

/** A line of a source file, and a column from 0 where several nodes of the line are to be told apart. */
export interface DebugPlace {
  path: string;
  line: number; // from 1
  column?: number;
}

export interface DebugMessage {
  type: 'debug';
  current?: DebugPlace[]; // where the session is stopped, one place for each engine
  ran?: DebugPlace[]; // the nodes that have run
  diverged?: DebugPlace[]; // the nodes at which engines diverge
  values?: Record<string, string>; // short texts of values, by the name of the value: "float32 [2, 3]"
}

export class DebugState {
  isActive = false;
  current = new Set<number>();
  currentGroups = new Set<number>();
  ran = new Set<number>();
  diverged = new Set<number>();
  values = new Map<number, string>();

  constructor(private readonly model: Model) {}

  /** Replaces the state. A message without any part ends the session. */
  apply(message: DebugMessage): void {
    const nodes = (places: DebugPlace[] | undefined) =>
      new Set((places ?? []).flatMap((place) => nodesAt(this.model, place)));
    this.current = nodes(message.current);
    this.ran = nodes(message.ran);
    this.diverged = nodes(message.diverged);
    this.isActive = this.current.size + this.ran.size > 0;
    this.currentGroups = new Set([...this.current].flatMap((node) => this.model.around(this.model.nodeBox(node))));
    this.values = new Map();
    const texts = message.values ?? {};
    this.model.values.forEach((value, id) => {
      if (Object.prototype.hasOwnProperty.call(texts, value.name)) this.values.set(id, `${texts[value.name]}`);
    });
  }

  chipsWithin(group: number): Chip[] {
    const count = [...this.diverged].filter((node) => this.model.isWithin(this.model.nodes[node].group, group)).length;
    return count ? [{ kind: 'diverges', count }] : [];
  }
}

/** The nodes of a line. A path matches a file of the picture when one ends with the other. */
export function nodesAt(model: Model, { path, line, column }: DebugPlace): number[] {
  const files = model.picture.files.map((file) => isSameFile(file.path, path));
  const isThere = (place: LinePlace | null) =>
    place !== null && files[place.file] && place.line === line && (column === undefined || place.column === column);
  const nodes: number[] = [];
  model.nodes.forEach((node, id) => {
    if (isThere(node.place)) nodes.push(id);
  });
  return nodes;
}

export function isSameFile(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return long === short || long.endsWith(`/${short.replace(/^\.\//, '')}`);
}
