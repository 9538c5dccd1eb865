// How a view colours and marks a picture: heat, marks, selection, hits of a search, paths, and the state of a debugger.
import type { Content } from './content';
import type { Mark, Stats } from './data';
import type { DebugState } from './debugState';
import type { Chip, Look } from './draw';
import type { Inside } from './layout';
import { type BoxId, type Model, textOf } from './model';
import type { Reach } from './paths';
import { spokenLabel } from './spoken';
import { type Heat, kMarkKinds, type View } from './state';
import { bytesText, countText, flopsText, secondsText } from './text';
import { heatColour, inkOn, rgb, type Theme, type Tint } from './theme';

export const kHeatNames: Record<Exclude<Heat, 'none'>, { name: string; text: (value: number) => string }> = {
  parameters: { name: 'Parameters', text: countText },
  flops: { name: 'FLOPs', text: flopsText },
  activationBytes: { name: 'Activation memory', text: bytesText },
  seconds: { name: 'Time', text: secondsText },
  eagerSeconds: { name: 'Time, eager', text: secondsText },
  compiledSeconds: { name: 'Time, compiled', text: secondsText },
};

/** The kinds of heat that the picture has figures for. */
export function heatsOf(model: Model): Exclude<Heat, 'none'>[] {
  return (Object.keys(kHeatNames) as Exclude<Heat, 'none'>[]).filter((heat) => (model.groups[0].stats[heat] ?? 0) > 0);
}

/** The marks of all boxes: in order by kind, and the number of each kind in a group. */
export class Marks {
  readonly kinds: Mark['kind'][] = [];
  private readonly byKind = new Map<Mark['kind'], BoxId[]>();
  private readonly counts: Map<Mark['kind'], number>[];

  constructor(private readonly model: Model) {
    this.counts = model.groups.map(() => new Map());
    model.groups.forEach((group, id) => this.add(model.groupBox(id), id, group.marks));
    model.nodes.forEach((node, id) => this.add(model.nodeBox(id), node.group, node.marks));
    this.kinds = kMarkKinds.filter((kind) => this.byKind.has(kind));
  }

  private add(box: BoxId, group: number, marks: Mark[]): void {
    for (const kind of new Set(marks.map((mark) => mark.kind))) {
      if (!this.byKind.has(kind)) this.byKind.set(kind, []);
      this.byKind.get(kind)!.push(box);
      for (let at: number | null = group; at !== null; at = this.model.groups[at].parent)
        this.counts[at].set(kind, (this.counts[at].get(kind) ?? 0) + 1);
    }
  }

  boxes(kind: Mark['kind']): BoxId[] {
    return this.byKind.get(kind) ?? [];
  }

  within(group: number): Chip[] {
    return [...this.counts[group]].map(([kind, count]) => ({ kind, count }));
  }
}

export function statsOf(model: Model, id: BoxId): Stats | undefined {
  return id.kind === 'group' ? model.groups[id.id].stats : id.kind === 'node' ? model.nodes[id.id].stats : undefined;
}

export class ViewLook implements Look {
  readonly direction;
  private readonly most: number;
  private readonly selected: string;

  constructor(
    private readonly model: Model,
    readonly theme: Theme,
    private readonly view: View,
    private readonly marks: Marks,
    private readonly hits: Set<string>,
    private readonly reach: Reach | undefined,
    private readonly debug: DebugState,
  ) {
    this.direction = view.direction;
    this.selected = view.selected ? textOf(view.selected) : '';
    this.most = view.heat === 'none' ? 0 : mostHeat(model, view);
  }

  isSelected(id: BoxId): boolean {
    return textOf(id) === this.selected;
  }

  isHit(id: BoxId): boolean {
    return this.hits.size > 0 && this.hits.has(textOf(id));
  }

  isCurrent(id: BoxId): boolean {
    return id.kind === 'node'
      ? this.debug.current.has(id.id)
      : id.kind === 'group' && !this.view.open.has(id.id) && this.debug.currentGroups.has(id.id);
  }

  isDim(id: BoxId): boolean {
    if (this.reach) return !this.reach.boxes.has(textOf(id));
    return this.debug.isActive && id.kind === 'node' && !this.debug.ran.has(id.id) && !this.debug.current.has(id.id);
  }

  pieceState(inside: Inside, value: number, link: number): 'normal' | 'lit' | 'dim' {
    if (this.view.selected?.kind === 'value' && this.view.selected.id === value) return 'lit';
    if (!this.reach) return 'normal';
    return this.reach.isLit(inside.group, value, link) ? 'lit' : 'dim';
  }

  tint(id: BoxId, content: Content): Tint {
    const own = this.theme.families[content.family];
    if (this.view.heat === 'none') return own;
    const value = statsOf(this.model, id)?.[this.view.heat];
    const neutral = this.theme.families.module;
    if (value === undefined || this.most === 0) return { ...neutral, stroke: this.theme.groupStroke };
    const colour = heatColour(this.theme, Math.sqrt(value / this.most));
    return { fill: rgb(colour), stroke: this.theme.groupStroke, text: inkOn(colour) };
  }

  chips(id: BoxId, isOpen: boolean): Chip[] {
    const { marks } = this.view;
    if (id.kind === 'group' && !isOpen)
      return [...this.marks.within(id.id).filter(({ kind }) => marks.has(kind)), ...this.debug.chipsWithin(id.id)];
    if (id.kind !== 'node' && id.kind !== 'group') return [];
    const own = id.kind === 'node' ? this.model.nodes[id.id].marks : this.model.groups[id.id].marks;
    const chips = new Map(
      own
        .filter(({ kind }) => marks.has(kind))
        .map(({ kind, label }): [Mark['kind'], Chip] => [kind, { kind, count: 1, label }]),
    );
    if (id.kind === 'node' && this.debug.diverged.has(id.id)) chips.set('diverges', { kind: 'diverges', count: 1 });
    return [...chips.values()];
  }

  label(id: BoxId): string {
    return spokenLabel(this.model, id, this.view.open.has(id.id));
  }

  isAlarming(value: number): boolean {
    const { summary, seen } = this.model.values[value];
    return (summary?.nan ?? 0) > 0 || seen?.difference !== undefined;
  }
}

/** The greatest figure among the boxes that the view shows closed: the end of the scale. */
export function mostHeat(model: Model, view: View): number {
  const { heat } = view;
  if (heat === 'none') return 0;
  let most = 0;
  const visit = (group: number) => {
    for (const node of model.members[group]) most = Math.max(most, model.nodes[node].stats[heat] ?? 0);
    for (const child of model.children[group]) {
      if (view.open.has(child)) visit(child);
      else most = Math.max(most, model.groups[child].stats[heat] ?? 0);
    }
  };
  visit(0);
  return most;
}
