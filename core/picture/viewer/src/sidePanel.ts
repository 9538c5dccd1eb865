// The panel beside the picture: everything about the selected box.
import { shapeText } from './content';
import type { Group, Input, Mark, Node, LinePlace, Stats, Summary, Value } from './data';
import { el } from './dom';
import { kHeatNames } from './look';
import type { BoxId, Model } from './model';
import { bytesText, countText, flopsText, numberText, plainName, secondsText, shortened } from './text';

export interface PanelListener {
  onSelect(box: BoxId): void;
  onJump: ((place: LinePlace) => void) | undefined; // to the source, in an editor
}

const kMostRows = 100; // of one list
const kMostText = 2000;
const kNeighbours = 2; // lines before and after the line of a node

type Row = [string | HTMLElement, string | HTMLElement];

export class SidePanel {
  readonly element = el('div', { class: 'details', 'aria-live': 'polite' });
  private timer = 0;

  constructor(
    private readonly model: Model,
    private readonly listener: PanelListener,
  ) {}

  /** Shows a box once the picture has been painted. */
  show(box: BoxId | undefined): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.fill(box));
  }

  private fill(box: BoxId | undefined): void {
    const parts =
      !box || box.kind === 'group'
        ? this.group(box?.id ?? 0)
        : box.kind === 'node'
          ? this.node(this.model.nodes[box.id])
          : this.port(box);
    this.element.replaceChildren(...parts.filter((part): part is HTMLElement => part !== undefined));
    this.element.scrollTop = 0;
  }

  // -- boxes ----------------------------------------------------------------------------------------------------------

  private node(node: Node): (HTMLElement | undefined)[] {
    const constants: Row[] = node.inputs
      .filter((input) => input.text !== undefined)
      .map((input) => [input.name || '·', this.constant(input)]);
    const attributes: Row[] = Object.entries(node.attributes).map(([name, text]) => [name, cut(text)]);
    const inputs: Row[] = node.inputs
      .filter((input) => input.value !== undefined)
      .map((input) => [input.name || '·', this.producer(input.value!)]);
    const outputs: Row[] = node.outputs.map((value) => [
      cut(plainName(this.model.values[value].name)),
      this.consumers(value),
    ]);
    return [
      this.heading(node.title, node.kind),
      this.marks(node.marks),
      this.rows('Inputs', inputs),
      this.rows('Outputs', outputs),
      this.rows('Constants', constants),
      this.rows('Attributes', attributes),
      ...node.outputs.map((value) => this.seen(this.model.values[value])),
      this.rows('Figures', statsRows(node.stats)),
      ...node.inputs.map((input) => this.weight(input)),
      ...node.outputs.map((value) => this.summary(this.model.values[value])),
      this.source(node.place, node.calls),
      this.operator(node),
    ];
  }

  private group(id: number): (HTMLElement | undefined)[] {
    const group = this.model.groups[id];
    const picture = this.model.picture;
    const about: Row[] =
      id === 0
        ? [
            ['Target', cut(picture.target)],
            ...(picture.note ? [['Made', cut(picture.note)] as Row] : []),
            ['PyTorch', picture.torch],
            ...(picture.comparison?.facts ?? []).map(([name, text]): Row => [name, cut(text)]),
          ]
        : [
            ...(group.path ? [['Path', cut(group.path)] as Row] : []),
            ...(group.type ? [['Class', cut(group.type)] as Row] : []),
          ];
    return [
      this.heading(id === 0 ? picture.name : group.path || this.model.groups[id].label, group.kind),
      this.marks(group.marks),
      this.rows('About', about),
      this.rows('Figures', statsRows(group.stats)),
      this.rows(
        `Shown once for ${group.repeats.length} equal modules`,
        group.repeats.length > 1 ? group.repeats.map((path, at) => [`${at + 1}`, cut(path)]) : [],
      ),
      this.ports(group, 'input', 'Inputs'),
      this.ports(group, 'output', 'Outputs'),
      this.contents(id),
      this.source(group.place, []),
    ];
  }

  private port(box: BoxId): (HTMLElement | undefined)[] {
    const value = this.model.values[box.id];
    return [
      this.heading(plainName(value.name), box.kind),
      this.rows('Value', [
        ['Type', cut(value.type)],
        ['Shape', this.shape(value)],
        ['Producer', this.producer(box.id)],
        ['Consumers', this.consumers(box.id)],
      ]),
      this.seen(value),
      this.summary(value),
    ];
  }

  // -- parts ----------------------------------------------------------------------------------------------------------

  private heading(title: string, kind: string): HTMLElement {
    return el('h2', {}, cut(title), el('span', { class: 'kind' }, cut(kind)));
  }

  private rows(title: string, rows: Row[]): HTMLElement | undefined {
    if (rows.length === 0) return undefined;
    const shown = rows
      .slice(0, kMostRows)
      .map(([name, value]) => el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, value)));
    const rest =
      rows.length > kMostRows ? el('p', { class: 'faint' }, `and ${rows.length - kMostRows} more`) : undefined;
    return section(title, el('table', {}, el('tbody', {}, ...shown)), rest);
  }

  private link(box: BoxId, text: string): HTMLElement {
    return el(
      'button',
      { type: 'button', class: 'link', onclick: () => this.listener.onSelect(box) },
      shortened(text, 60),
    );
  }

  private list(items: HTMLElement[]): HTMLElement {
    return el('ul', {}, ...items.slice(0, kMostRows).map((item) => el('li', {}, item)));
  }

  private shape(value: Value): HTMLElement {
    const text = value.shape === undefined ? value.type : shapeText(value.shape);
    return el(
      'span',
      { class: 'shape', title: value.isExact ? 'seen in a run' : value.shape ? 'inferred' : undefined },
      cut(text),
    );
  }

  private producer(id: number): HTMLElement {
    const value = this.model.values[id];
    const box = value.node === null ? this.inputBox(id) : this.model.nodeBox(value.node);
    const name =
      value.node === null ? `${plainName(value.name)} (parameter)` : this.where(this.model.nodes[value.node]);
    return el('div', {}, box ? this.link(box, name) : name, el('br'), this.shape(value));
  }

  private inputBox(value: number): BoxId | undefined {
    const isThere = this.model.groups[0].layout.slots.some((slot) => slot.kind === 'input' && slot.id === value);
    return isThere ? { kind: 'input', id: value, group: 0 } : undefined;
  }

  private consumers(id: number): HTMLElement {
    const value = this.model.values[id];
    const users = value.users.map((user) => this.link(this.model.nodeBox(user), this.where(this.model.nodes[user])));
    const isResult = this.model.groups[0].layout.slots.some((slot) => slot.kind === 'output' && slot.id === id);
    if (isResult) users.push(this.link({ kind: 'output', id, group: 0 }, 'result of the graph'));
    return el(
      'div',
      {},
      this.shape(value),
      users.length ? this.list(users) : el('div', { class: 'faint' }, 'not used'),
    );
  }

  private where(node: Node): string {
    const path = this.model.modulePath(node.group);
    return path === '' ? node.title : `${node.title} in ${path}`;
  }

  private constant(input: Input): HTMLElement {
    return el(
      'span',
      { class: input.isDefault ? 'faint' : undefined, title: input.isDefault ? 'the default' : undefined },
      cut(input.setting === undefined ? input.text! : `${input.text} = ${input.setting}`),
    );
  }

  private operator(node: Node): HTMLElement | undefined {
    if (node.operator === undefined) return undefined;
    const { schema, summary, sizes, name, page } = this.model.picture.operators[node.operator];
    return section(
      'Operator',
      summary === undefined ? undefined : prose(summary),
      sizes === undefined ? undefined : prose(sizes),
      el('p', { class: 'schema' }, schema),
      page === undefined ? undefined : el('p', {}, el('a', { href: page, target: '_blank', rel: 'noopener' }, name!)),
    );
  }

  private marks(marks: Mark[]): HTMLElement | undefined {
    if (marks.length === 0) return undefined;
    return section(
      'Marks',
      this.list(
        marks.map((mark) => el('span', {}, el('b', { class: `mark ${mark.kind}` }, mark.kind), ` ${cut(mark.text)}`)),
      ),
    );
  }

  private weight(input: Input): HTMLElement | undefined {
    const weight = input.weight === undefined ? undefined : this.model.picture.weights[input.weight];
    if (!weight) return undefined;
    return section(
      `Weight ${shortened(weight.path, 60)}`,
      el(
        'table',
        {},
        el(
          'tbody',
          {},
          el('tr', {}, el('th', { scope: 'row' }, 'Shape'), el('td', {}, cut(shapeText(weight.shape)))),
          el(
            'tr',
            {},
            el('th', { scope: 'row' }, weight.isParameter ? 'Parameter' : 'Buffer'),
            el('td', {}, `${countText(weight.elements)} elements, ${bytesText(weight.bytes)}`),
          ),
          ...(weight.summary ? summaryRows(weight.summary) : []),
        ),
      ),
      weight.summary && histogram(weight.summary),
    );
  }

  private summary(value: Value): HTMLElement | undefined {
    const { summary } = value;
    return (
      summary &&
      section(
        `Values of ${shortened(plainName(value.name), 40)}`,
        el('table', {}, el('tbody', {}, ...summaryRows(summary))),
        histogram(summary),
      )
    );
  }

  // The values of both runs of a comparison.
  private seen(value: Value): HTMLElement | undefined {
    const { seen } = value,
      sides = this.model.picture.comparison?.sides ?? [];
    if (!seen) return undefined;
    const texts = sides.length > 1 ? [seen.first, seen.second] : [seen.second];
    const rows = texts.map(
      (text, at): Row => [sides[at], text === '' ? el('span', { class: 'faint' }, 'no value') : cut(text)],
    );
    if (seen.difference) rows.push(['Difference', el('b', { class: 'alarm' }, cut(seen.difference))]);
    else if (seen.first !== '' && seen.second !== '') rows.push(['Difference', 'none']);
    return this.rows(`${shortened(plainName(value.name), 40)} in the runs`, rows);
  }

  private ports(group: Group, kind: 'input' | 'output', title: string): HTMLElement | undefined {
    const values = group.layout.slots.filter((slot) => slot.kind === kind).map((slot) => slot.id);
    return this.rows(
      title,
      values.map((id) => [
        cut(plainName(this.model.values[id].name)),
        kind === 'input' ? this.producer(id) : this.consumers(id),
      ]),
    );
  }

  // The groups in a group as a table of figures, else its nodes.
  private contents(id: number): HTMLElement | undefined {
    const groups = this.model.children[id],
      nodes = this.model.members[id];
    const stats = groups.map((child) => this.model.groups[child].stats);
    const columns = (
      [
        ['Parameters', 'parameters', countText],
        ['FLOPs', 'flops', countText],
        ['Time', 'seconds', secondsText],
        ['Eager', 'eagerSeconds', secondsText],
        ['Compiled', 'compiledSeconds', secondsText],
      ] as const
    ).filter(([, key]) => stats.some((row) => row[key]));
    const cells = (of: Stats) =>
      columns.map(([, key, text]) => el('td', { class: 'number' }, of[key] === undefined ? '' : text(of[key]!)));
    const rows = [
      ...groups.map((child) =>
        el(
          'tr',
          {},
          el('th', { scope: 'row' }, this.link(this.model.groupBox(child), this.model.groups[child].label)),
          ...cells(this.model.groups[child].stats),
        ),
      ),
      ...nodes.map((node) =>
        el(
          'tr',
          {},
          el('th', { scope: 'row' }, this.link(this.model.nodeBox(node), this.model.nodes[node].title)),
          ...cells(this.model.nodes[node].stats),
        ),
      ),
    ];
    if (rows.length === 0) return undefined;
    const head = columns.length
      ? el(
          'thead',
          {},
          el(
            'tr',
            {},
            el('th', { scope: 'col' }, 'Name'),
            ...columns.map(([name]) => el('th', { scope: 'col', class: 'number' }, name)),
          ),
        )
      : undefined;
    return section(
      'Contents',
      el('table', { class: 'contents' }, head, el('tbody', {}, ...rows.slice(0, kMostRows))),
      rows.length > kMostRows ? el('p', { class: 'faint' }, `and ${rows.length - kMostRows} more`) : undefined,
    );
  }

  private source(place: LinePlace | null, calls: LinePlace[]): HTMLElement | undefined {
    if (!place) return undefined;
    return section(
      'Source',
      this.lines(place),
      ...(calls.length
        ? [el('p', { class: 'faint' }, 'called from'), this.list(calls.map((call) => this.jump(call)))]
        : []),
    );
  }

  private jump(place: LinePlace): HTMLElement {
    const text = this.model.placeText(place),
      { onJump } = this.listener;
    return onJump
      ? el('button', { type: 'button', class: 'link', onclick: () => onJump(place) }, text)
      : el('span', { class: 'place' }, text);
  }

  private lines(place: LinePlace): HTMLElement {
    const lines: HTMLElement[] = [];
    for (let offset = -kNeighbours; offset <= kNeighbours; offset++) {
      const text = this.model.lineOf(place, offset);
      if (text !== undefined)
        lines.push(
          el(
            'div',
            { class: offset === 0 ? 'here' : undefined },
            el('span', { class: 'number' }, `${place.line + offset}`),
            shortened(text, 300),
          ),
        );
    }
    return el(
      'div',
      {},
      this.jump(place),
      lines.length
        ? el('div', { class: 'code', tabindex: 0, role: 'group', 'aria-label': 'Source lines' }, ...lines)
        : null,
    );
  }
}

function cut(text: string): string {
  return shortened(text, kMostText);
}

/** A paragraph in which code is in backticks. */
function prose(text: string): HTMLElement {
  return el('p', {}, ...text.split('`').map((part, at) => (at % 2 ? el('code', {}, part) : part)));
}

function section(title: string, ...parts: (HTMLElement | undefined)[]): HTMLElement {
  return el('section', {}, el('h3', {}, title), ...parts);
}

function statsRows(stats: Stats): Row[] {
  const rows: Row[] = [];
  if (stats.nodes > 1) rows.push(['Nodes', countText(stats.nodes)]);
  if (stats.parameters)
    rows.push(['Parameters', `${countText(stats.parameters)} (${stats.parameters.toLocaleString('en')})`]);
  if (stats.parameterBytes) rows.push(['Their memory', bytesText(stats.parameterBytes)]);
  if (stats.flops) rows.push(['Work', flopsText(stats.flops)]);
  if (stats.activationBytes) rows.push(['Activations', bytesText(stats.activationBytes)]);
  for (const key of ['seconds', 'eagerSeconds', 'compiledSeconds'] as const) {
    if (stats[key] !== undefined) rows.push([kHeatNames[key].name, secondsText(stats[key]!)]);
  }
  return rows;
}

function summaryRows(summary: Summary): HTMLElement[] {
  const row = (name: string, text: string) => el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, text));
  return [
    row('Range', `${numberText(summary.min)} … ${numberText(summary.max)}`),
    row('Mean', numberText(summary.mean)),
    ...(summary.nan > 0 ? [row('NaN', `${countText(summary.nan)} elements`)] : []),
  ];
}

function histogram({ histogram: counts, min, max }: Summary): HTMLElement | undefined {
  if (counts.length === 0) return undefined;
  const most = Math.max(1, ...counts);
  const bars = counts.map((count) => el('i', { style: `height:${(100 * count) / most}%` }));
  return el(
    'figure',
    {},
    el(
      'div',
      { class: 'histogram', role: 'img', 'aria-label': `Histogram from ${numberText(min)} to ${numberText(max)}` },
      ...bars,
    ),
    el('figcaption', {}, el('span', {}, numberText(min)), el('span', {}, numberText(max))),
  );
}
