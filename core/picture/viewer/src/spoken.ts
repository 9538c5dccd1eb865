// Boxes in words, for screen readers and tooltips.
import { detailText, shapeText, statsText } from './content';
import type { BoxId, Model } from './model';
import { plainName, shortened } from './text';

const kMost = 200;

const kKinds: Record<string, string> = {
  graph: 'graph',
  module: 'module',
  function: 'function',
  if: 'condition',
  loop: 'loop',
  block: 'block',
  segment: 'part',
  sequence: 'sequence',
};

export function spokenLabel(model: Model, id: BoxId, isOpen: boolean): string {
  return shortened(
    partsOf(model, id, isOpen)
      .filter((part) => part !== '')
      .join(', '),
    kMost,
  );
}

function partsOf(model: Model, id: BoxId, isOpen: boolean): string[] {
  if (id.kind === 'group') {
    const group = model.groups[id.id];
    const repeats = group.repeats.length > 1 ? `${group.repeats.length} times` : '';
    return [
      model.groups[id.id].label,
      group.type,
      kKinds[group.kind],
      repeats,
      statsText(group.stats),
      isOpen ? 'open' : 'closed',
    ];
  }
  if (id.kind === 'node') {
    const node = model.nodes[id.id];
    const shapes = node.outputs
      .map((value) => model.values[value].shape)
      .filter((shape): shape is string => shape !== undefined);
    return [
      node.title,
      detailText(node),
      shapes.length ? `gives ${shapes.map(shapeText).join(' and ')}` : '',
      ...node.marks.map((mark) => mark.kind),
      node.place ? model.placeText(node.place) : '',
    ];
  }
  const value = model.values[id.id];
  const ends =
    id.kind !== 'value'
      ? [id.kind]
      : [
          'edge',
          value.node === null ? '' : `from ${model.nodes[value.node].title}`,
          value.users.length === 0 ? '' : `to ${value.users.map((user) => model.nodes[user].title).join(' and ')}`,
        ];
  return [plainName(value.name), value.shape === undefined ? value.type : shapeText(value.shape), ...ends];
}
