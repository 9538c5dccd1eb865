// Positions of boxes and edges. The layers of a group are given; here are the sizes of its boxes, their coordinates, and the same
// for the open groups inside it. The result for a group is kept until a group inside it opens or closes.
import { type Content, contentOf, type EdgeText, edgeText } from './content';
import { GroupLayout, type Source } from './groupLayout';
import look from './look.json';
import type { BoxId, Model } from './model';
import type { Cuts } from './wrap';

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
  path: number[]; // x and y of the start, where it bends, the end of the bend, and the end; more points are corners of a detour
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

export const kFrameMargin = look.sizes.margin; // around the whole picture

export interface LayoutSettings {
  direction: Direction;
  edgeText: EdgeText;
  cuts: Cuts;
  seen: Map<number, string>; // texts of values in a debug session, in place of the others
}

export class Layouter implements Source {
  private readonly kept = new Map<number, Inside>();
  private readonly contents: Record<BoxId['kind'], Content[]> = {
    group: [],
    node: [],
    input: [],
    output: [],
    value: [],
  };
  private labels: string[] = [];

  constructor(
    private readonly model: Model,
    private readonly isOpen: (group: number) => boolean,
    private settings: LayoutSettings,
  ) {}

  /** Forgets the positions of a group and of the groups around it, because the group has opened or closed. */
  forget(group: number): void {
    for (let at: number | null = group; at !== null; at = this.model.groups[at].parent) this.kept.delete(at);
  }

  change(settings: LayoutSettings): void {
    this.settings = settings;
    this.labels = [];
    this.kept.clear();
  }

  /** Wraps other groups; only `group` and the groups around it may differ. */
  setCuts(cuts: Cuts, group: number): void {
    this.settings = { ...this.settings, cuts };
    this.forget(group);
  }

  /** The whole picture, or one group of it. */
  layOut(group: number): Inside {
    let inside = this.kept.get(group);
    if (!inside) this.kept.set(group, (inside = new GroupLayout(this.model, this.settings, group, this).run()));
    return inside;
  }

  inside(group: number): Inside | undefined {
    return this.isOpen(group) ? this.layOut(group) : undefined;
  }

  content(id: BoxId): Content {
    return (this.contents[id.kind][id.id] ??= contentOf(this.model, id));
  }

  label(value: number): string {
    return (this.labels[value] ??=
      this.settings.seen.get(value) ?? edgeText(this.model.values[value], this.settings.edgeText));
  }
}
