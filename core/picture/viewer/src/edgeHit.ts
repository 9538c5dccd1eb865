// The edge at a point.
import type { Inside, Piece } from './layout';
import { curve } from './pen';

const kSteps = 8; // straight parts that stand for a curve

/** The nearest piece of an edge within `reach` of a point of the content; undefined where there is none. */
export function pieceAt(inside: Inside, x: number, y: number, isDown: boolean, reach: number): Piece | undefined {
  let best: Piece | undefined,
    least = reach;
  for (const piece of inside.pieces) {
    if (isFar(piece.path, x, y, reach)) continue;
    const points = pointsOf(piece.path, isDown);
    for (let at = 1; at < points.length; at++) {
      const distance = distanceTo(points[at - 1], points[at], x, y);
      if (distance <= least) [best, least] = [piece, distance];
    }
  }
  return best;
}

function isFar(path: number[], x: number, y: number, reach: number): boolean {
  const isOutside = (offset: number, at: number) => {
    let [low, high] = [Infinity, -Infinity];
    for (let i = offset; i < path.length; i += 2) [low, high] = [Math.min(low, path[i]), Math.max(high, path[i])];
    return at < low - reach || at > high + reach;
  };
  return isOutside(0, x) || isOutside(1, y);
}

// The corners of a detour are drawn round, by less than `reach`.
function pointsOf(path: number[], isDown: boolean): [number, number][] {
  const drawn = path.length > 8 ? undefined : curve(path, isDown);
  if (!drawn) return path.flatMap((_, at) => (at % 2 === 0 ? [[path[at], path[at + 1]] as [number, number]] : []));
  const [start, b, c, d, e, end] = drawn;
  const points = [start, b];
  for (let step = 1; step <= kSteps; step++) {
    const t = step / kSteps,
      s = 1 - t;
    const along = (axis: 0 | 1) =>
      s ** 3 * b[axis] + 3 * s * s * t * c[axis] + 3 * s * t * t * d[axis] + t ** 3 * e[axis];
    points.push([along(0), along(1)]);
  }
  return [...points, end];
}

function distanceTo([x1, y1]: [number, number], [x2, y2]: [number, number], x: number, y: number): number {
  const dx = x2 - x1,
    dy = y2 - y1,
    length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / length));
  return Math.hypot(x - x1 - share * dx, y - y1 - share * dy);
}
