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
  onDetails(): void;
  onHelp(): void;
}

type Choice = [value: string, text: string];

const kMostCrumb = 36;
const kLeastForTools = 1000; // pixels: in a narrower bar the tools are in a menu

export class Toolbar {
  readonly element: HTMLElement;
  private readonly crumbs = el('ol');
  private readonly direction: HTMLButtonElement;
  private readonly wrapped: HTMLButtonElement;
  private readonly heat: HTMLSelectElement;
  private readonly edges: HTMLSelectElement;
  private readonly tools: HTMLElement;
  private readonly menu = el('div', { class: 'menu', hidden: true });
  private readonly more: HTMLButtonElement;
  private readonly details: HTMLButtonElement;
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
    const text = (name: string, title: string | undefined, onclick: () => void) =>
      el('button', { type: 'button', class: 'text', title, onclick }, name);
    this.tools = el(
      'div',
      { class: 'tools', role: 'toolbar', 'aria-label': 'View' },
      text('Open all', undefined, () => listener.onOpenAll()),
      this.direction,
      this.wrapped,
      ...(heats.length ? [this.heat] : []),
      this.edges,
      text('SVG', 'Save the view as SVG', () => listener.onSave('svg')),
      text('PNG', 'Save the view as PNG', () => listener.onSave('png')),
      ...(listener.onReport ? [text('Report', 'Show or hide the report', listener.onReport)] : []),
      ...(listener.onCopyLink ? [text('Link', 'Copy a link to this view', listener.onCopyLink)] : []),
      iconButton('?', 'Keys', () => listener.onHelp()),
    );
    this.more = iconButton('⋯', 'More', () => this.toggleMenu(Boolean(this.menu.hidden)), { 'aria-expanded': 'false' });
    this.details = iconButton('◨', 'Details', () => listener.onDetails(), { 'aria-pressed': 'true' });
    this.element = el(
      'header',
      { class: 'bar' },
      el('nav', { 'aria-label': 'Path to the selection', class: 'crumbs' }, this.crumbs),
      search,
      el(
        'div',
        { class: 'tools', role: 'toolbar', 'aria-label': 'Levels' },
        iconButton('−', 'Close one level', () => listener.onLevels(-1)),
        iconButton('+', 'Open one level more', () => listener.onLevels(1)),
      ),
      this.tools,
      this.details,
      this.more,
      this.menu,
    );
    this.more.hidden = true;
    new ResizeObserver(() => this.collapse(this.element.clientWidth < kLeastForTools)).observe(this.element);
    const leave = (event: Event) => {
      const to = event instanceof FocusEvent ? event.relatedTarget : null;
      if (!this.menu.contains(to as Node | null) && to !== this.more) this.toggleMenu(false);
    };
    this.menu.addEventListener('focusout', leave);
    this.menu.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      this.toggleMenu(false);
      this.more.focus();
    });
  }

  // The tools are in the bar or in the menu.
  private collapse(isNarrow: boolean): void {
    if (this.more.hidden !== isNarrow) return;
    this.more.hidden = !isNarrow;
    if (isNarrow) this.menu.append(this.tools);
    else this.details.before(this.tools);
    this.toggleMenu(false);
  }

  private toggleMenu(isOpen: boolean): void {
    this.menu.hidden = !isOpen;
    this.more.setAttribute('aria-expanded', `${isOpen}`);
    if (isOpen) this.menu.querySelector('button')?.focus();
  }

  showDetails(isShown: boolean): void {
    this.details.setAttribute('aria-pressed', `${isShown}`);
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
