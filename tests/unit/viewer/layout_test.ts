import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chain, makeModel, makeNode, makePicture, makeValue } from './fixture';
import { pieceAt } from 'viewer/edgeHit';
import { firstIn, nextBox } from 'viewer/keyboard';
import { type Box, type Direction, type Inside, Layouter } from 'viewer/layout';
import { Model, textOf } from 'viewer/model';
import { bestCuts } from 'viewer/wrap';

const settings = (direction: Direction) => ({
  direction,
  edgeText: 'shapes' as const,
  cuts: new Map<number, number[]>(),
  seen: new Map<number, string>(),
});

function layOut(model: Model, open: number[], direction: Direction = 'down'): Inside {
  return new Layouter(model, (group) => open.includes(group), settings(direction)).layOut(0);
}

const boxNamed = (inside: Inside, name: string): Box => {
  const box = inside.boxes.find(({ id }) => textOf(id) === name);
  assert.ok(box, name);
  return box;
};

function assertApart(inside: Inside): void {
  for (const a of inside.boxes) {
    assert.ok(a.x >= -1 && a.y >= -1 && a.x + a.width <= inside.width + 1 && a.y + a.height <= inside.height + 1);
    for (const b of inside.boxes) {
      const isApart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
      assert.ok(a === b || a.isPort || b.isPort || isApart, `${textOf(a.id)} and ${textOf(b.id)}`);
    }
    if (a.inside) assertApart(a.inside);
  }
}

for (const direction of ['down', 'right'] as const) {
  test(`boxes lie apart and within their groups, ${direction}`, () => {
    assertApart(layOut(makeModel(), [0, 1, 2, 3, 4, 5], direction));
  });

  test(`a later layer begins after an earlier one, ${direction}`, () => {
    const inside = layOut(makeModel(), [0, 1], direction);
    const names = ['i0.0', 'g1', 'n2', 'g3', 'o4.0'];
    const start = (name: string) => boxNamed(inside, name)[direction === 'down' ? 'y' : 'x'];
    names.slice(1).forEach((name, at) => assert.ok(start(name) > start(names[at]), name));
  });
}

test('an open group is larger than a closed one and has its content', () => {
  const model = makeModel();
  const closed = boxNamed(layOut(model, [0]), 'g1');
  const open = boxNamed(layOut(model, [0, 1]), 'g1');
  assert.equal(closed.inside, undefined);
  assert.ok(open.inside);
  assert.ok(open.height > closed.height);
  assert.ok(open.inside.boxes.some(({ id }) => textOf(id) === 'n1'));
});

test('inputs and outputs of a group inside the graph are points on its border', () => {
  const open = boxNamed(layOut(makeModel(), [0, 1]), 'g1').inside;
  assert.ok(open && boxNamed(open, 'i0.1').isPort && boxNamed(open, 'o2.1').isPort);
  assert.ok(!boxNamed(layOut(makeModel(), [0]), 'i0.0').isPort);
});

test('a layout is kept until its group is forgotten', () => {
  const open = new Set([0]);
  const layouter = new Layouter(makeModel(), (group) => open.has(group), settings('down'));
  const first = layouter.layOut(0);
  open.add(1);
  assert.equal(layouter.layOut(0), first);
  layouter.forget(1);
  assert.ok(boxNamed(layouter.layOut(0), 'g1').inside);
});

test('each link has a piece, and labels have the shapes of tensors', () => {
  const inside = layOut(makeModel(), [0]);
  assert.deepEqual(inside.pieces.map(({ link }) => link).sort(), [0, 1, 2, 3]);
  assert.ok(inside.labels.some(({ text }) => text === '1×3×8×8 float32'));
});

test('texts of a debug session replace those of edges', () => {
  const layouter = new Layouter(makeModel(), () => false, { ...settings('down'), seen: new Map([[0, 'seen']]) });
  assert.equal(layouter.label(0), 'seen');
  assert.equal(layouter.label(1), '1×16×4×4 float32');
});

test('arrows go to the box ahead, and out of a group at its end', () => {
  const model = makeModel();
  const root = layOut(model, [0, 1]);
  const go = (from: string, key: 'ArrowDown' | 'ArrowUp') => {
    const box = model.boxOf(from);
    assert.ok(box);
    const next = nextBox(root, model, box, key);
    return next && textOf(next);
  };
  assert.equal(go('n2', 'ArrowUp'), 'g1');
  assert.equal(go('n2', 'ArrowDown'), 'g3');
  assert.equal(go('g2', 'ArrowDown'), 'n1');
  assert.equal(go('n1', 'ArrowDown'), 'n2');
  assert.equal(go('i0.0', 'ArrowUp'), undefined);
  const first = firstIn(root, model, 1);
  assert.equal(first && textOf(first), 'g2');
  assert.equal(firstIn(root, model, 2), undefined); // it is closed
});

test('the edge at a point is the nearest within reach', () => {
  const inside = layOut(makeModel(), [0]);
  const [piece] = inside.pieces;
  const [x, y] = [(piece.path[0] + piece.path[6]) / 2, (piece.path[1] + piece.path[7]) / 2];
  assert.equal(pieceAt(inside, x + 2, y, true, 5), piece);
  assert.equal(pieceAt(inside, x + 500, y, true, 5), undefined);
});

// A graph of nodes in a row.
function longModel(count: number): Model {
  const picture = makePicture();
  const nodes = Array.from({ length: count }, (_, at) =>
    makeNode({ inputs: at === 0 ? [] : [{ name: 'self', value: at - 1 }], outputs: [at] }),
  );
  picture.groups = [
    {
      ...picture.groups[0],
      layout: chain(
        nodes.map((_, id) => ({ kind: 'node', id })),
        nodes.slice(1).map((_, at) => at),
      ),
    },
  ];
  picture.values = nodes.map((_, at) => makeValue({ node: at, users: at + 1 < count ? [at + 1] : [] }));
  picture.nodes = nodes;
  return new Model(picture);
}

test('a long graph is wrapped into columns for a broad window, a short one is not', () => {
  for (const [count, isWrapped] of [
    [100, true],
    [5, false],
  ] as const) {
    const model = longModel(count);
    const layouter = new Layouter(model, () => false, settings('down'));
    const cuts = bestCuts(model, layouter, settings('down'), 1.6);
    assert.equal((cuts.get(0) ?? []).length > 0, isWrapped, `${count}`);
    layouter.change({ ...settings('down'), cuts });
    assertApart(layouter.layOut(0));
  }
});
