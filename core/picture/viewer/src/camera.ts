// The part of the picture on the screen: pan, zoom, and movements between views.
import type { Rect } from './draw';

export interface Camera {
  x: number; // of the picture, at the top left corner of the stage
  y: number;
  zoom: number;
}

export const kLeastZoom = 0.005,
  kMostZoom = 6;
const kMoveTime = 260; // milliseconds

export const clampZoom = (zoom: number): number => Math.min(kMostZoom, Math.max(kLeastZoom, zoom));

/** Zooms by a factor around a point of the stage. */
export function zoomedAt(camera: Camera, factor: number, x: number, y: number): Camera {
  const zoom = clampZoom(camera.zoom * factor);
  return { x: camera.x + x / camera.zoom - x / zoom, y: camera.y + y / camera.zoom - y / zoom, zoom };
}

/** The whole rectangle with a margin; a small one is not enlarged beyond `most`. */
export function fitting(rect: Rect, width: number, height: number, margin: number, most = 1): Camera {
  const zoom = clampZoom(Math.min(most, width / (rect.width + 2 * margin), height / (rect.height + 2 * margin)));
  return { x: rect.x + rect.width / 2 - width / zoom / 2, y: rect.y + rect.height / 2 - height / zoom / 2, zoom };
}

export const eased = (share: number): number => (share < 0.5 ? 4 * share ** 3 : 1 - (2 - 2 * share) ** 3 / 2);

export const prefersStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Calls `step` with shares up to 1, one for each frame; the returned function ends the movement. */
export function animate(step: (share: number) => void, time = kMoveTime): () => void {
  if (prefersStillness() || document.hidden) {
    step(1);
    return () => undefined;
  }
  const start = performance.now();
  let frame = requestAnimationFrame(function next(now) {
    const share = Math.min(1, Math.max(0, (now - start) / time));
    if (share < 1) frame = requestAnimationFrame(next);
    step(share);
  });
  return () => cancelAnimationFrame(frame);
}

/** Between two views: the zoom changes evenly in its logarithm, the middle of the stage moves in a line. */
export function between(from: Camera, to: Camera, share: number, width: number, height: number): Camera {
  const zoom = from.zoom * (to.zoom / from.zoom) ** share;
  const middle = (camera: Camera) => [camera.x + width / 2 / camera.zoom, camera.y + height / 2 / camera.zoom];
  const [x1, y1] = middle(from),
    [x2, y2] = middle(to);
  // While the zoom changes, equal steps on the screen are not equal steps in the picture.
  const way = Math.abs(to.zoom - from.zoom) < 1e-9 ? share : (1 / zoom - 1 / from.zoom) / (1 / to.zoom - 1 / from.zoom);
  return { x: x1 + (x2 - x1) * way - width / 2 / zoom, y: y1 + (y2 - y1) * way - height / 2 / zoom, zoom };
}
