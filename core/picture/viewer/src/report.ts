// The report of a comparison below the picture: tables whose rows lead to nodes.
import type { Comparison, LinePlace, Row, Table } from './data';
import { el } from './dom';
import type { BoxId, Model } from './model';
import { shortened } from './text';

const kMostText = 1000;

export class Report {
  readonly element: HTMLElement;

  /** onJump: to the source, in an editor; undefined in a browser. */
  constructor(
    private readonly model: Model,
    comparison: Comparison,
    private readonly onSelect: (box: BoxId) => void,
    private readonly onJump: ((place: LinePlace) => void) | undefined,
  ) {
    this.element = el(
      'section',
      { class: 'report', 'aria-label': 'Report', tabindex: 0 },
      ...comparison.tables.map((table) => this.table(table)),
    );
    // A picture without nodes has nothing else to tell.
    this.element.hidden = model.nodes.length > 0;
  }

  toggle(): void {
    this.element.hidden = !this.element.hidden;
  }

  private table({ title, columns, rows }: Table): HTMLElement {
    const heads = [
      el('th', { scope: 'col', class: 'at' }, 'Place'),
      ...columns.map((column) => el('th', { scope: 'col' }, column)),
    ];
    return el(
      'div',
      {},
      el('h2', {}, title),
      el(
        'table',
        { 'aria-label': title },
        el('thead', {}, el('tr', {}, ...heads)),
        el('tbody', {}, ...rows.map((row) => this.row(row))),
      ),
    );
  }

  private row(row: Row): HTMLElement {
    return el(
      'tr',
      { class: row.isMarked ? 'marked' : undefined },
      el('td', {}, this.place(row)),
      ...row.cells.map((cell) => el('td', { class: 'text' }, shortened(cell, kMostText))),
    );
  }

  private place({ node, place }: Row): HTMLElement | string {
    const name = place
      ? this.model.placeText(place).replace(/^.*\//, '')
      : node === null
        ? ''
        : this.model.nodes[node].title;
    if (name === '') return '';
    const line = place && this.model.lineOf(place)?.trim();
    const lead = () => {
      if (node !== null) this.onSelect(this.model.nodeBox(node));
      if (place) this.onJump?.(place);
    };
    const text =
      node !== null || this.onJump
        ? el('button', { type: 'button', class: 'link', onclick: lead }, shortened(name, 80))
        : el('span', { class: 'place' }, shortened(name, 80));
    return el('div', {}, text, line ? el('code', {}, shortened(line, 160)) : null);
  }
}
