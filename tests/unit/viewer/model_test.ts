import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeGroup, makeModel, makePicture } from './fixture';
import { Model, textOf } from 'viewer/model';

test('the text of a box names the box', () => {
  const model = makeModel();
  for (const text of ['g1', 'n0', 'i0.0', 'o4.0', 'v3.0']) {
    const box = model.boxOf(text);
    assert.ok(box, text);
    assert.equal(textOf(box), text);
  }
});

test('a text that names no box of the picture is none', () => {
  const model = makeModel();
  for (const text of ['', 'g99', 'n99', 'v0', 'v0.99', 'x1', 'g1.1x', 'g-1'])
    assert.equal(model.boxOf(text), undefined);
});

test('the node of an If is shown as the group of the If', () => {
  const model = makeModel();
  assert.deepEqual(model.nodeBox(3), { kind: 'group', id: 3, group: 0 });
  assert.deepEqual(model.members[0], [2]);
});

test('the groups around a box come from the graph inwards', () => {
  const model = makeModel();
  assert.deepEqual(model.around(model.nodeBox(0)), [0, 1, 2]);
  assert.deepEqual(model.around(model.groupBox(2)), [0, 1]);
  assert.deepEqual(model.around(model.groupBox(0)), []);
  assert.ok(model.isWithin(2, 0) && model.isWithin(2, 2) && !model.isWithin(2, 3));
});

test('the values at a box begin with its results', () => {
  const model = makeModel();
  assert.deepEqual(model.valuesAt(model.nodeBox(1)), [2, 1]);
  assert.deepEqual(model.valuesAt(model.groupBox(1)), [2, 0]);
  assert.deepEqual(model.valuesAt({ kind: 'input', id: 0, group: 0 }), [0]);
});

test('the results of the blocks of an If are known as the result of the If', () => {
  const model = makeModel();
  assert.deepEqual([...model.becomes(5)], [4]);
  assert.deepEqual([...model.comesFrom(4)], [5, 6]);
  assert.deepEqual([...model.becomes(0)], []);
});

test('the key of a group is its path, or its titles from the graph on', () => {
  const model = makeModel();
  assert.equal(model.keys[2], '@layer1.conv');
  assert.equal(model.keys[4], '/graph:Net.forward/if:if flag/block:true');
  assert.equal(model.groupWithKey('@layer1'), 1);
});

test('equal keys are numbered', () => {
  const picture = makePicture();
  picture.groups.push(makeGroup({ kind: 'if', title: 'if flag' }), makeGroup({ kind: 'if', title: 'if flag' }));
  const { keys } = new Model(picture);
  assert.deepEqual(keys.slice(6), ['/graph:Net.forward/if:if flag#2', '/graph:Net.forward/if:if flag#3']);
});

test('the nodes within a group are those of the groups inside it, too', () => {
  const model = makeModel();
  assert.deepEqual([...model.nodesWithin(1)].sort(), [0, 1]);
  assert.deepEqual([...model.nodesWithin(3)].sort(), [4, 5]);
});

test('the path of a module holds for the groups inside that have none', () => {
  const model = makeModel();
  assert.equal(model.modulePath(2), 'layer1.conv');
  assert.equal(model.modulePath(4), '');
});

test('a place is a file and a line, and has a line of source', () => {
  const model = makeModel();
  const place = { file: 0, line: 4, column: 12 };
  assert.equal(model.placeText(place), '/home/net.py:4');
  assert.equal(model.lineOf(place), '    total = x.sum()');
  assert.equal(model.lineOf(place, 1), '    if flag:');
  assert.equal(model.placeText({ file: 9, line: 4, column: 0 }), '?:4');
});
