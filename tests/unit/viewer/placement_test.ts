// The parts of the layout: straight lines, free space beside boxes, and columns.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser';
import { coordinatesOf, type LayeredSlots } from 'viewer/coordinates';
import { joined, Skyline } from 'viewer/skyline';
import { detour, kGutter, wrap } from 'viewer/wrap';

function layered(layers: number[][], links: [number, number, number?][], bends: number[] = []): LayeredSlots {
  const count = layers.flat().length;
  return {
    layers,
    isBend: Array.from({ length: count }, (_, slot) => bends.includes(slot)),
    before: new Float64Array(count).fill(10),
    after: new Float64Array(count).fill(10),
    links: links.map(([from, to, weight = 1]) => ({ from, to, fromPort: 0, toPort: 0, weight })),
  };
}

test('a chain is a straight line that begins at 0', () => {
  const input = layered(
    [[0], [1], [2]],
    [
      [0, 1],
      [1, 2],
    ],
  );
  assert.deepEqual([...coordinatesOf(input)], [10, 10, 10]);
});

test('neighbours in a layer keep their order and their distance', () => {
  const at = coordinatesOf(
    layered(
      [[0], [1, 2, 3], [4]],
      [
        [0, 1],
        [0, 2],
        [0, 3],
        [1, 4],
        [2, 4],
        [3, 4],
      ],
    ),
  );
  assert.ok(at[2] - at[1] >= 20 && at[3] - at[2] >= 20);
  assert.equal(at[0], at[4]);
  assert.ok(Math.abs(at[0] - at[2]) < 1e-9); // symmetric
});

test('a long edge is straight between its bends', () => {
  const at = coordinatesOf(
    layered(
      [[0], [1, 2], [3, 4], [5]],
      [
        [0, 1],
        [0, 2],
        [1, 3],
        [2, 4],
        [3, 5],
        [4, 5],
      ],
      [2, 4],
    ),
  );
  assert.equal(at[2], at[4]);
});

test('a port beside the middle shifts the line', () => {
  const input = layered([[0], [1]], [[0, 1]]);
  input.links[0].fromPort = 6;
  const at = coordinatesOf(input);
  assert.equal(at[0] + 6, at[1]);
});

test('a skyline has the greatest depth of a range', () => {
  const skyline = new Skyline();
  skyline.set(0, 10, 5);
  skyline.set(5, 20, 8);
  assert.equal(skyline.most(-5, 0), 0);
  assert.equal(skyline.most(0, 5), 5);
  assert.equal(skyline.most(0, 6), 8);
  assert.equal(skyline.most(19, 30), 8);
  assert.equal(skyline.most(20, 30), 0);
  skyline.set(8, 9, 2);
  assert.equal(skyline.most(8, 9), 2);
  assert.equal(skyline.most(9, 10), 8);
});

test('overlapping spans are joined, touching ones are not', () => {
  const spans = [
    { start: 5, end: 9, slots: [1] },
    { start: 0, end: 5, slots: [0] },
    { start: 8, end: 12, slots: [2] },
  ];
  assert.deepEqual(joined(spans), [
    { start: 0, end: 5, slots: [0] },
    { start: 5, end: 12, slots: [1, 2] },
  ]);
  assert.deepEqual(spans[0].slots, [1]); // the input is unchanged
});

test('layers from a cut on go to the next column, at its top', () => {
  const at = new Float64Array([50, 50, 50, 50]);
  const starts = new Float64Array([0, 100, 200, 300]);
  const places = { at, starts, before: () => 50, after: () => 50, depth: () => 40 };
  const { column, gutters, breadth, depth } = wrap([[0], [1], [2], [3]], [2], places);
  assert.deepEqual([...column], [0, 0, 1, 1]);
  assert.deepEqual([...at], [50, 50, 150 + kGutter, 150 + kGutter]);
  assert.equal(starts[0], starts[2]);
  assert.equal(starts[1], starts[3]);
  assert.equal(breadth, 200 + kGutter);
  assert.deepEqual(gutters, [100 + kGutter / 2]);
  assert.ok(depth > starts[1] + 40);
});

test('an edge to the next column runs through the gutter', () => {
  const path = detour([10, 500], [300, 20], 200);
  assert.deepEqual(path.slice(0, 2), [10, 500]);
  assert.deepEqual(path.slice(-2), [300, 20]);
  assert.equal(path.filter((each, at) => at % 2 === 0 && each === 200).length, 2);
});
