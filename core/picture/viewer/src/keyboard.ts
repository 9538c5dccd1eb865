// Keys: arrows go from box to box, Enter opens, Escape leaves.
import type { Inside } from './layout';
import type { BoxId, Model } from './model';

export const kKeys: [string, string][] = [
  ['Arrows', 'go to the next box in this direction'],
  ['Enter', 'open a group, or go into an open one'],
  ['Space', 'open or close a group'],
  ['e', 'select the next edge of the selection; arrows go to its ends'],
  ['Escape', 'leave: to the group around the selection'],
  ['/', 'search; Enter and Shift+Enter step through the hits'],
  ['n, p', 'next and previous hit'],
  ['a, d', 'highlight the ancestors or the descendants of the selection'],
  ['+, −', 'zoom in and out; 0 fits the picture, f the selection'],
  ['Shift+arrows', 'move the picture'],
  ['[, ]', 'close or open one level'],
];

export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

/** The boxes of an open group, without points on its border; the first is where the group begins. */
function boxesIn(inside: Inside) {
  return inside.boxes.filter((box) => !box.isPort);
}

function insideOf(root: Inside, groups: number[]): Inside | undefined {
  let inside: Inside | undefined = root;
  for (const group of groups.slice(1))
    inside = inside?.boxes.find((box) => box.id.kind === 'group' && box.id.id === group)?.inside;
  return inside;
}

export function firstIn(root: Inside, model: Model, group: number): BoxId | undefined {
  const groups = group === 0 ? [0] : [...model.around(model.groupBox(group)), group];
  const inside = insideOf(root, groups);
  if (!inside) return undefined;
  return [...boxesIn(inside)].sort((a, b) => a.y - b.y || a.x - b.x)[0]?.id;
}

/** The nearest box in a direction within the same group, else that of the group around it. */
export function nextBox(root: Inside, model: Model, from: BoxId, key: Arrow): BoxId | undefined {
  const groups = model.around(from);
  const inside = insideOf(root, groups);
  if (!inside) return undefined;
  const boxes = boxesIn(inside);
  const own = boxes.find((box) => box.id.kind === from.kind && box.id.id === from.id);
  if (!own) return boxes[0]?.id;
  const isVertical = key === 'ArrowUp' || key === 'ArrowDown';
  const sign = key === 'ArrowDown' || key === 'ArrowRight' ? 1 : -1;
  let best: BoxId | undefined,
    least = Infinity;
  for (const box of boxes) {
    if (box === own) continue;
    const [start, end, ownStart, ownEnd] = isVertical
      ? [box.y, box.y + box.height, own.y, own.y + own.height]
      : [box.x, box.x + box.width, own.x, own.x + own.width];
    const ahead = sign > 0 ? start - ownEnd : ownStart - end;
    if (ahead < -1) continue;
    const aside = isVertical ? gap(box.x, box.width, own.x, own.width) : gap(box.y, box.height, own.y, own.height);
    const distance = ahead + 3 * aside;
    if (distance < least) [best, least] = [box.id, distance];
  }
  if (best || groups.length < 2) return best;
  return nextBox(root, model, model.groupBox(groups[groups.length - 1]), key);
}

// Between two intervals; overlapping ones are as far from each other as their middles, but much nearer than others.
function gap(a: number, aSize: number, b: number, bSize: number): number {
  const between = Math.max(a, b) - Math.min(a + aSize, b + bSize);
  return between > 0 ? between : Math.abs(a + aSize / 2 - b - bSize / 2) * 0.05;
}
