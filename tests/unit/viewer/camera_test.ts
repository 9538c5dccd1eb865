import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser';
import { between, eased, fitting, kLeastZoom, kMostZoom, zoomedAt } from 'viewer/camera';

const isNear = (a: number, b: number) => Math.abs(a - b) < 1e-6 * Math.max(1, Math.abs(b));

test('a zoom keeps the point under the pointer', () => {
  const before = { x: 10, y: 20, zoom: 0.5 };
  const after = zoomedAt(before, 3, 200, 100);
  assert.equal(after.zoom, 1.5);
  assert.ok(isNear(after.x + 200 / after.zoom, before.x + 200 / before.zoom));
  assert.ok(isNear(after.y + 100 / after.zoom, before.y + 100 / before.zoom));
});

test('zooms have limits', () => {
  assert.equal(zoomedAt({ x: 0, y: 0, zoom: 1 }, 1e9, 0, 0).zoom, kMostZoom);
  assert.equal(zoomedAt({ x: 0, y: 0, zoom: 1 }, 1e-9, 0, 0).zoom, kLeastZoom);
});

test('a rectangle fits with its margin, in the middle', () => {
  const camera = fitting({ x: 100, y: 0, width: 900, height: 100 }, 500, 400, 50);
  assert.equal(camera.zoom, 0.5);
  assert.ok(isNear(camera.x, 50) && isNear(camera.y + 200 / camera.zoom, 50));
});

test('a small rectangle is not enlarged beyond the limit', () => {
  assert.equal(fitting({ x: 0, y: 0, width: 10, height: 10 }, 500, 400, 0).zoom, 1);
  assert.equal(fitting({ x: 0, y: 0, width: 10, height: 10 }, 500, 400, 0, 2).zoom, 2);
});

test('a movement begins and ends at its views', () => {
  const from = { x: 0, y: 0, zoom: 1 };
  const to = { x: 300, y: -40, zoom: 0.25 };
  for (const [share, view] of [
    [0, from],
    [1, to],
  ] as const) {
    const camera = between(from, to, share, 800, 600);
    assert.ok(isNear(camera.x, view.x) && isNear(camera.y, view.y) && isNear(camera.zoom, view.zoom));
  }
});

test('a movement without a zoom is even', () => {
  const camera = between({ x: 0, y: 0, zoom: 1 }, { x: 100, y: 50, zoom: 1 }, 0.5, 800, 600);
  assert.ok(isNear(camera.x, 50) && isNear(camera.y, 25));
});

test('the share of a movement rises from 0 to 1', () => {
  const shares = Array.from({ length: 11 }, (_, at) => eased(at / 10));
  assert.equal(shares[0], 0);
  assert.equal(shares[10], 1);
  assert.ok(shares.every((share, at) => at === 0 || share > shares[at - 1]));
});
