// The search: words in titles, operators, module paths, names and types of values, shapes, and lines of source.
import { el, iconButton } from './dom';
import { type BoxId, type Model, textOf } from './model';
import { shortened, shortenedFront } from './text';

export interface SearchHit {
  box: BoxId;
  title: string;
  detail: string; // where, or the text that fits
}

interface Entry {
  box: BoxId;
  fields: string[];
}

/** Finds boxes whose fields contain all words of a query. Both are compared in lower case. */
export class SearchIndex {
  private entries: Entry[] | undefined;

  constructor(private readonly model: Model) {}

  find(query: string): SearchHit[] {
    const words = query
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    if (words.length === 0) return [];
    this.entries ??= this.build();
    const hits: SearchHit[] = [];
    for (const { box, fields } of this.entries) {
      const lower = fields.map((field) => field.toLowerCase());
      if (!words.every((word) => lower.some((field) => field.includes(word)))) continue;
      const matching = fields.find((_, at) => at > 0 && words.some((word) => lower[at].includes(word)));
      hits.push({ box, title: fields[0], detail: shortened(matching ?? this.whereOf(box), 90) });
    }
    return hits;
  }

  private whereOf(box: BoxId): string {
    return this.model.modulePath(box.group) || this.model.picture.name;
  }

  private build(): Entry[] {
    const { model } = this;
    const entries: Entry[] = [];
    model.groups.forEach((group, id) => {
      if (id !== 0)
        entries.push({
          box: model.groupBox(id),
          fields: [group.title || model.groups[id].label, group.type, group.path, ...group.repeats].filter(
            (field) => field !== '',
          ),
        });
    });
    model.nodes.forEach((node, id) => {
      const values = node.outputs.map((value) => model.values[value]);
      const fields = [
        node.title,
        node.kind,
        model.modulePath(node.group),
        ...values.flatMap((value) => [value.name, value.type, value.shape ?? '']),
        ...Object.values(node.attributes),
        ...node.inputs.map((input) => input.text ?? ''),
        node.place ? (model.lineOf(node.place)?.trim() ?? '') : '',
      ];
      entries.push({ box: model.nodeBox(id), fields: fields.filter((field, at) => at === 0 || field !== '') });
    });
    model.groups[0].layout.slots.forEach((slot) => {
      if (slot.kind !== 'input' && slot.kind !== 'output') return;
      const value = model.values[slot.id];
      entries.push({
        box: { kind: slot.kind, id: slot.id, group: 0 },
        fields: [value.name, value.type, value.shape ?? ''],
      });
    });
    return entries;
  }
}

const kMostRows = 300;
const kDelay = 120; // milliseconds after a key

export interface SearchListener {
  onHits(hits: SearchHit[]): void;
  onPick(hit: SearchHit): void;
  onLeave(): void;
}

/** The field, the list of hits and the buttons that step through them. */
export class SearchBox {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  private readonly list = el('ul', { class: 'hits', role: 'listbox', id: 'hits', 'aria-label': 'Hits', hidden: true });
  private readonly count = el('span', { class: 'count', role: 'status' });
  private hits: SearchHit[] = [];
  private at = -1;
  private timer = 0;
  private query = '';

  constructor(
    private readonly index: SearchIndex,
    private readonly listener: SearchListener,
  ) {
    this.input = el('input', {
      type: 'search',
      placeholder: 'Search  /',
      'aria-label': 'Search operators, modules, values, shapes, source',
      spellcheck: 'false',
      role: 'combobox',
      'aria-controls': 'hits',
      'aria-expanded': 'false',
      'aria-autocomplete': 'list',
      oninput: () => {
        clearTimeout(this.timer);
        this.timer = window.setTimeout(() => this.run(), kDelay);
      },
      onkeydown: (event) => this.key(event as KeyboardEvent),
      onfocus: () => this.showList(this.hits.length > 0),
    });
    const step = (symbol: string, label: string, by: number) => iconButton(symbol, label, () => this.step(by));
    this.element = el(
      'div',
      { class: 'search', role: 'search' },
      this.input,
      this.count,
      step('↑', 'Previous hit', -1),
      step('↓', 'Next hit', 1),
      this.list,
    );
    document.addEventListener('pointerdown', (event) => {
      if (!this.element.contains(event.target as Node)) this.showList(false);
    });
  }

  private key(event: KeyboardEvent): void {
    if (event.key === 'Enter' || event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      this.run();
      this.step(event.key === 'ArrowUp' || event.shiftKey ? -1 : 1);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      this.input.value = '';
      this.run();
      this.listener.onLeave();
    }
  }

  private run(): void {
    clearTimeout(this.timer);
    const query = this.input.value.trim();
    if (query === this.query) return;
    this.query = query;
    this.hits = this.index.find(query);
    this.at = -1;
    this.count.textContent = query === '' ? '' : `${this.hits.length} ${this.hits.length === 1 ? 'hit' : 'hits'}`;
    this.list.replaceChildren(
      ...this.hits.slice(0, kMostRows).map((hit, at) =>
        el(
          'li',
          {
            role: 'option',
            id: `hit${at}`,
            'aria-selected': 'false',
            onclick: () => this.pick(at),
          },
          el('b', {}, shortened(hit.title, 60)),
          el('span', {}, shortenedFront(hit.detail, 90)),
        ),
      ),
    );
    this.showList(this.hits.length > 0);
    this.listener.onHits(this.hits);
  }

  /** Forgets the hits and searches again, because the picture has changed. */
  refresh(): void {
    this.query = '';
    if (this.input.value.trim() !== '') this.run();
  }

  step(by: number): void {
    if (this.hits.length === 0) return;
    const from = this.at < 0 && by < 0 ? 0 : this.at;
    this.pick((from + by + this.hits.length) % this.hits.length);
  }

  private pick(at: number): void {
    this.at = at;
    this.count.textContent = `${at + 1} of ${this.hits.length}`;
    [...this.list.children].forEach((row, index) => row.setAttribute('aria-selected', `${index === at}`));
    const row = this.list.children[at];
    if (row) {
      this.input.setAttribute('aria-activedescendant', row.id);
      row.scrollIntoView({ block: 'nearest' });
    }
    this.listener.onPick(this.hits[at]);
  }

  private showList(isShown: boolean): void {
    this.list.hidden = !isShown;
    this.input.setAttribute('aria-expanded', `${isShown}`);
  }
}

/** The boxes of the hits, and the groups around them, which are marked while they are closed. */
export function markedBy(model: Model, hits: SearchHit[], isOpen: (group: number) => boolean): Set<string> {
  const marked = new Set<string>();
  for (const { box } of hits) {
    marked.add(textOf(box));
    const closed = model.around(box).find((group) => !isOpen(group));
    if (closed !== undefined) marked.add(textOf(model.groupBox(closed)));
  }
  return marked;
}
