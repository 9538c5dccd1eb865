// The bar above the picture: breadcrumbs, search, settings and files.
import type { EdgeText } from './content';
import { el, iconButton } from './dom';
import { heatsOf, kHeatNames } from './look';
import type { BoxId, Model } from './model';
import type { Heat, View } from './state';
import { shortened } from './text';

export interface ToolbarListener {
  onChange(change: Partial<View>): void;
  onGroup(group: number): void; // of the breadcrumbs
  onLevels(by: number): void;
  onOpenAll(): void;
  onWrap(): void;
  onSave(kind: 'svg' | 'png'): void;
  onCopyLink: (() => void) | undefined;
  onReport: (() => void) | undefined; // of a comparison
  onHelp(): void;
}

type Choice = [value: string, text: string];

const kMostCrumb = 36;

export class Toolbar {
  readonly element: HTMLElement;
  private readonly crumbs = el('ol');
  private readonly direction: HTMLButtonElement;
  private readonly wrapped: HTMLButtonElement;
  private readonly heat: HTMLSelectElement;
  private readonly edges: HTMLSelectElement;
  private view: View | undefined;

  constructor(
    private readonly model: Model,
    search: HTMLElement,
    private readonly listener: ToolbarListener,
  ) {
    const heats = heatsOf(model);
    const hasValues = model.values.some((value) => value.summary);
    this.heat = this.choice(
      'Colours',
      [['none', 'Colour: kind'], ...heats.map((heat): Choice => [heat, `Colour: ${kHeatNames[heat].name}`])],
      (value) => listener.onChange({ heat: value as Heat }),
    );
    this.edges = this.choice(
      'Edges',
      [
        ['shapes', 'Edges: shapes'],
        ...(hasValues ? [['values', 'Edges: values'] as Choice] : []),
        ['names', 'Edges: names'],
        ['none', 'Edges: no text'],
      ],
      (value) => listener.onChange({ edgeText: value as EdgeText }),
    );
    this.direction = iconButton('⇅', 'Left to right', () =>
      listener.onChange({ direction: this.view?.direction === 'down' ? 'right' : 'down' }),
    );
    this.wrapped = iconButton('▥', 'Wrap a long picture into columns', () => listener.onWrap());
    this.element = el(
      'header',
      { class: 'bar' },
      el('nav', { 'aria-label': 'Path to the selection', class: 'crumbs' }, this.crumbs),
      search,
      el(
        'div',
        { class: 'tools', role: 'toolbar', 'aria-label': 'View' },
        iconButton('−', 'Close one level', () => listener.onLevels(-1)),
        iconButton('+', 'Open one level more', () => listener.onLevels(1)),
        el('button', { type: 'button', class: 'text', onclick: () => listener.onOpenAll() }, 'Open all'),
        this.direction,
        this.wrapped,
        ...(heats.length ? [this.heat] : []),
        this.edges,
        el(
          'button',
          { type: 'button', class: 'text', title: 'Save the view as SVG', onclick: () => listener.onSave('svg') },
          'SVG',
        ),
        el(
          'button',
          { type: 'button', class: 'text', title: 'Save the view as PNG', onclick: () => listener.onSave('png') },
          'PNG',
        ),
        ...(listener.onReport
          ? [
              el(
                'button',
                { type: 'button', class: 'text', title: 'Show or hide the report', onclick: listener.onReport },
                'Report',
              ),
            ]
          : []),
        ...(listener.onCopyLink
          ? [
              el(
                'button',
                { type: 'button', class: 'text', title: 'Copy a link to this view', onclick: listener.onCopyLink },
                'Link',
              ),
            ]
          : []),
        iconButton('?', 'Keys', () => listener.onHelp()),
      ),
    );
  }

  private choice(label: string, choices: Choice[], onChange: (value: string) => void): HTMLSelectElement {
    const select = el(
      'select',
      { 'aria-label': label, onchange: () => onChange(select.value) },
      ...choices.map(([value, text]) => el('option', { value }, text)),
    );
    return select;
  }

  show(view: View): void {
    this.view = view;
    this.wrapped.setAttribute('aria-pressed', `${(view.cuts?.size ?? 0) > 0}`);
    this.heat.value = view.heat;
    this.edges.value = view.edgeText;
    this.direction.textContent = view.direction === 'down' ? '⇅' : '⇄';
    this.direction.title = view.direction === 'down' ? 'Lay out from left to right' : 'Lay out from top to bottom';
    this.direction.setAttribute('aria-label', this.direction.title);
    this.crumbs.replaceChildren(
      ...this.path(view.selected).map(([group, title]) =>
        el(
          'li',
          {},
          el(
            'button',
            { type: 'button', class: 'link', onclick: () => this.listener.onGroup(group) },
            shortened(title, kMostCrumb),
          ),
        ),
      ),
    );
  }

  private path(selected: BoxId | undefined): [number, string][] {
    const groups = selected
      ? [...this.model.around(selected), ...(selected.kind === 'group' && selected.id !== 0 ? [selected.id] : [])]
      : [0];
    return groups.map((id) => [id, id === 0 ? this.model.picture.name : this.model.groups[id].label]);
  }
}
