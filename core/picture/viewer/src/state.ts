// A view of a picture: its open groups, its selection and its settings. The address of the page keeps the view, so that a link
// leads to it.
import type { Camera } from './camera';
import type { Mark } from './data';
import type { EdgeText } from './content';
import type { Direction } from './layout';
import { type BoxId, type Model, textOf } from './model';
import type { Cuts } from './wrap';

export type Heat = 'none' | 'parameters' | 'flops' | 'activationBytes' | 'seconds' | 'eagerSeconds' | 'compiledSeconds';
export type PathKind = 'none' | 'ancestors' | 'descendants' | 'both';

export interface View {
  open: Set<number>;
  selected: BoxId | undefined;
  direction: Direction;
  edgeText: EdgeText;
  heat: Heat;
  path: PathKind;
  marks: Set<Mark['kind']>; // that are shown
  cuts: Cuts | undefined; // undefined: as they fit the window
  camera: Camera | undefined; // undefined: all of the picture
}

// Marks that many nodes have are shown on demand.
const kFirstMarks: Mark['kind'][] = ['nan', 'baked', 'added', 'removed', 'changed', 'diverges'];
export const kMarkKinds: Mark['kind'][] = [...kFirstMarks, 'in-place', 'alias', 'fused'];

const kHeats: Heat[] = ['none', 'parameters', 'flops', 'activationBytes', 'seconds', 'eagerSeconds', 'compiledSeconds'];

export function firstView(model: Model): View {
  return {
    open: new Set([0, ...model.picture.open]),
    selected: model.picture.selected === null ? undefined : model.nodeBox(model.picture.selected),
    direction: 'down',
    edgeText: 'shapes',
    heat: kHeats.find((heat) => heat === model.picture.heat) ?? 'none',
    path: 'none',
    marks: new Set(kFirstMarks),
    cuts: undefined,
    camera: undefined,
  };
}

const kEdgeTexts: EdgeText[] = ['shapes', 'values', 'names', 'none'];
const kPaths: PathKind[] = ['none', 'ancestors', 'descendants', 'both'];
const kDirections: Direction[] = ['down', 'right'];

// 0, 1, 2 and 7 are "0-2.7".
function rangesText(ids: Iterable<number>): string {
  const parts: string[] = [];
  const sorted = [...ids].sort((a, b) => a - b);
  for (let at = 0; at < sorted.length; ) {
    let end = at;
    while (sorted[end + 1] === sorted[end] + 1) end++;
    parts.push(end === at ? `${sorted[at]}` : `${sorted[at]}-${sorted[end]}`);
    at = end + 1;
  }
  return parts.join('.');
}

function* idsIn(text: string, count: number): Generator<number> {
  for (const part of text.split('.')) {
    const match = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(part);
    if (!match) continue;
    const last = Math.min(count - 1, Number(match[2] ?? match[1]));
    for (let id = Number(match[1]); id <= last; id++) yield id;
  }
}

function cutsIn(model: Model, text: string): Cuts {
  const cuts: Cuts = new Map();
  for (const part of text.split('_')) {
    const [group, layers = ''] = part.split(':');
    const layout = model.groups[Number(group)]?.layout;
    if (!layout || group === '') continue;
    cuts.set(
      Number(group),
      [...idsIn(layers, layout.layers.length)].filter((at, index, all) => at > (all[index - 1] ?? 0)),
    );
  }
  return cuts;
}

/** The view as the fragment of an address, without the #. */
export function addressOf(model: Model, view: View): string {
  const first = firstView(model);
  const parts: string[] = [];
  const open = rangesText(view.open);
  if (open !== rangesText(first.open)) parts.push(`open=${open}`);
  if (view.selected) parts.push(`at=${textOf(view.selected)}`);
  for (const key of ['direction', 'edgeText', 'heat', 'path'] as const) {
    if (view[key] !== first[key]) parts.push(`${key}=${view[key]}`);
  }
  const marks = [...view.marks].sort().join('.');
  if (marks !== [...first.marks].sort().join('.')) parts.push(`marks=${marks}`);
  // Columns depend on the window: a link with a place in the picture says them.
  if (view.camera) {
    parts.push(`cuts=${[...(view.cuts ?? [])].map(([group, layers]) => `${group}:${layers.join('.')}`).join('_')}`);
    const { x, y, zoom } = view.camera;
    parts.push(`view=${Number(x.toFixed(1))},${Number(y.toFixed(1))},${Number(zoom.toPrecision(4))}`);
  }
  return parts.join('&');
}

/** The view that an address describes. A part that fits nothing in the picture is ignored. */
export function viewOf(model: Model, address: string): View {
  const view = firstView(model);
  const parts = new Map(
    address
      .replace(/^#/, '')
      .split('&')
      .map((part) => part.split('=', 2) as [string, string]),
  );
  const pick = <T extends string>(key: string, choices: T[], otherwise: T) =>
    choices.find((choice) => choice === parts.get(key)) ?? otherwise;
  const open = parts.get('open');
  if (open !== undefined) view.open = new Set([0, ...idsIn(open, model.groups.length)]);
  if (address !== '') view.selected = model.boxOf(parts.get('at') ?? '');
  view.direction = pick('direction', kDirections, view.direction);
  view.edgeText = pick('edgeText', kEdgeTexts, view.edgeText);
  view.heat = pick('heat', kHeats, view.heat);
  view.path = pick('path', kPaths, view.path);
  const marks = parts.get('marks');
  if (marks !== undefined) view.marks = new Set(kMarkKinds.filter((kind) => marks.split('.').includes(kind)));
  const cuts = parts.get('cuts');
  if (cuts !== undefined) view.cuts = cutsIn(model, cuts);
  const [x, y, zoom] = (parts.get('view') ?? '').split(',').map(Number);
  if (Number.isFinite(x) && Number.isFinite(y) && zoom > 0) view.camera = { x, y, zoom };
  return view;
}

/** The view of another picture of the same program: groups are matched by their names, nodes by kind, place and group. */
export function viewAfterEdit(before: Model, view: View, model: Model): View {
  const open = new Set([0]);
  // A group that the older picture does not have is open as in the first view.
  for (let id = 0; id < model.groups.length; id++) {
    const old = before.groupWithKey(model.keys[id]);
    if (old === undefined ? model.picture.open.includes(id) : view.open.has(old)) open.add(id);
  }
  // The layers of a group may have changed: groups are wrapped anew.
  return { ...view, open, cuts: undefined, selected: view.selected && boxAfterEdit(before, view.selected, model) };
}

function boxAfterEdit(before: Model, box: BoxId, model: Model): BoxId | undefined {
  const group = model.groupWithKey(before.keys[box.kind === 'group' ? box.id : box.group]);
  if (group === undefined) return undefined;
  if (box.kind === 'group') return model.groupBox(group);
  if (box.kind === 'node') {
    const alike = (other: Model, members: number[], kind: string) =>
      members.filter((id) => other.nodes[id].kind === kind);
    const { kind } = before.nodes[box.id];
    const rank = alike(before, before.members[box.group], kind).indexOf(box.id);
    const node = alike(model, model.members[group], kind)[rank];
    return node === undefined ? undefined : model.nodeBox(node);
  }
  const value = model.values.findIndex(({ name }) => name === before.values[box.id].name);
  return value < 0 ? undefined : { kind: box.kind, id: value, group };
}
