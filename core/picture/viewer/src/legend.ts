// The legend: the scale of the heat, and the marks of the picture with buttons that step through them.
import type { Mark } from './data';
import { el, iconButton } from './dom';
import { kHeatNames, type Marks, mostHeat } from './look';
import type { BoxId, Model } from './model';
import type { View } from './state';
import { heatColour, rgb, type Theme } from './theme';

const kMarkNames: Record<Mark['kind'], string> = {
  'in-place': 'writes in place',
  alias: 'shares memory',
  nan: 'has NaN',
  fused: 'fused',
  baked: 'baked in by the trace',
  added: 'added',
  removed: 'removed',
  changed: 'changed',
  diverges: 'diverges',
};
const kStops = 8;

export class Legend {
  readonly element = el('div', { class: 'legend' });
  private readonly at = new Map<Mark['kind'], number>();

  constructor(
    private readonly model: Model,
    private readonly marks: Marks,
    private readonly onStep: (box: BoxId) => void,
    private readonly onMarks: (marks: View['marks']) => void,
  ) {}

  show(view: View, theme: Theme): void {
    const parts: HTMLElement[] = [];
    const total = view.heat === 'none' ? undefined : this.model.groups[0].stats[view.heat];
    if (view.heat !== 'none') {
      const { name, text } = kHeatNames[view.heat];
      const stops = Array.from({ length: kStops }, (_, at) => rgb(heatColour(theme, Math.sqrt(at / (kStops - 1)))));
      parts.push(
        el(
          'div',
          { class: 'scale' },
          el('b', {}, total === undefined ? name : `${name}: ${text(total)}`),
          el('i', { style: `background: linear-gradient(to right, ${stops.join(', ')})` }),
          el('span', {}, '0'),
          el('span', {}, text(mostHeat(this.model, view))),
        ),
      );
    }
    for (const kind of this.marks.kinds) {
      const count = this.marks.boxes(kind).length;
      const label = `${kMarkNames[kind]}`;
      const position = el(
        'span',
        { class: 'count', role: 'status' },
        this.at.has(kind) ? `${this.at.get(kind)! + 1} of ${count}` : `${count}`,
      );
      const step = (by: number) => {
        const from = this.at.get(kind) ?? (by > 0 ? -1 : 0);
        this.at.set(kind, (from + by + count) % count);
        position.textContent = `${this.at.get(kind)! + 1} of ${count}`;
        this.onStep(this.marks.boxes(kind)[this.at.get(kind)!]);
      };
      const box = el('input', {
        type: 'checkbox',
        checked: view.marks.has(kind),
        onchange: () => this.toggle(view, kind),
      });
      parts.push(
        el(
          'div',
          { class: 'marks' },
          el('label', {}, box, el('i', { style: `background: ${theme.marks[kind]}` }), label),
          position,
          iconButton('↑', `Previous: ${label}`, () => step(-1)),
          iconButton('↓', `Next: ${label}`, () => step(1)),
        ),
      );
    }
    this.element.replaceChildren(...parts);
    this.element.hidden = parts.length === 0;
  }

  private toggle(view: View, kind: Mark['kind']): void {
    const marks = new Set(view.marks);
    if (!marks.delete(kind)) marks.add(kind);
    this.onMarks(marks);
  }
}
