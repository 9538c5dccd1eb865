import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeModel, makePicture } from './fixture';
import { Model } from 'viewer/model';
import { Reach } from 'viewer/paths';

test('ancestors are the nodes whose results a node uses, through groups', () => {
  const model = makeModel();
  const reach = new Reach(model, model.nodeBox(2), 'ancestors');
  assert.deepEqual([...reach.boxes].filter((box) => box[0] === 'n').sort(), ['n0', 'n1', 'n2']);
  assert.ok(reach.boxes.has('i0.0') && reach.boxes.has('g1'));
  assert.ok(!reach.boxes.has('g3'));
});

test('descendants follow a value into the blocks of an If and out of it', () => {
  const model = makeModel();
  const reach = new Reach(model, model.nodeBox(2), 'descendants');
  assert.ok(
    ['n4', 'n5', 'g3', 'g4', 'o4.0'].every((box) => reach.boxes.has(box)),
    [...reach.boxes].join(),
  );
  assert.ok(!reach.boxes.has('n1'));
});

test('both directions count each node once', () => {
  const model = makeModel();
  assert.equal(new Reach(model, model.nodeBox(2), 'both').count, 6);
});

test('the path of an input begins with its users', () => {
  const model = makeModel();
  const reach = new Reach(model, { kind: 'input', id: 0, group: 0 }, 'descendants');
  assert.equal(reach.count, 6);
});

test('edges are lit between boxes of the path only', () => {
  const model = makeModel();
  const reach = new Reach(model, model.nodeBox(2), 'ancestors');
  assert.ok(reach.isLit(0, 2, 1)); // from the module to the node
  assert.ok(!reach.isLit(0, 4, 3)); // from the If to the output
});

test('a chain of bends is lit where both of its ends are', () => {
  const picture = makePicture();
  const { layout } = picture.groups[0];
  // A second edge of x runs beside the module to the node.
  layout.slots.push({ kind: 'bend', id: 0 });
  layout.layers[1].push(5);
  layout.links.push({ from: 0, to: 5, value: 0 }, { from: 5, to: 2, value: 0 });
  picture.values[0].users.push(2);
  picture.nodes[2].inputs.push({ name: 'other', value: 0 });
  const model = new Model(picture);
  const reach = new Reach(model, model.nodeBox(2), 'ancestors');
  assert.ok(reach.isLit(0, 0, 4) && reach.isLit(0, 0, 5));
});
