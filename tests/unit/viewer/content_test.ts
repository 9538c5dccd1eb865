import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeGroup, makeModel, makeNode, makePicture, makeValue } from './fixture';
import {
  contentOf,
  detailText,
  edgeText,
  familyOfGroup,
  isTensor,
  nameOf,
  shapeText,
  statsText,
  titleOfGroup,
} from 'viewer/content';
import { Model } from 'viewer/model';

test('a shape is written with its sizes first', () => {
  assert.equal(shapeText('float32 [1, 64, 56]'), '1×64×56 float32');
  assert.equal(shapeText('float32 []'), 'scalar float32');
  assert.equal(shapeText('float32 [..., 64, ?]'), '…×64×? float32');
  assert.equal(shapeText('int'), 'int');
});

test('the name of a value has no number that the compiler added', () => {
  assert.equal(nameOf(makeValue({ name: 'x.1' })), 'x');
  assert.equal(nameOf(makeValue({ name: '12' })), '');
  assert.equal(nameOf(makeValue({ name: 'layer1' })), 'layer1');
});

test('the text of an edge is the shape, the range of values or the name', () => {
  const value = makeValue({
    name: 'y.2',
    shape: 'float32 [2]',
    summary: { min: -1, max: 2.5, mean: 0.5, nan: 0, histogram: [] },
  });
  assert.equal(edgeText(value, 'shapes'), '2 float32');
  assert.equal(edgeText(value, 'values'), '−1 … 2.5, mean 0.5');
  assert.equal(edgeText(value, 'names'), 'y.2');
  assert.equal(edgeText(value, 'none'), '');
});

test('an edge with NaN says how many', () => {
  const summary = { min: null, max: null, mean: null, nan: 2048, histogram: [] };
  assert.equal(edgeText(makeValue({ summary }), 'values'), '2.05 k nan');
});

test('an edge without seen values falls back to its shape', () => {
  assert.equal(edgeText(makeValue({ shape: 'float32 [3]' }), 'values'), '3 float32');
});

test('types of traced tensors are tensors, numbers are not', () => {
  assert.ok(isTensor(makeValue({ type: 'Tensor' })));
  assert.ok(isTensor(makeValue({ type: 'Float(1, 64, strides=[64, 1])' })));
  assert.ok(!isTensor(makeValue({ type: 'int' })));
});

test('a module inside another one is titled by its own part of the path', () => {
  const model = makeModel();
  assert.equal(titleOfGroup(model, 1), 'layer1');
  assert.equal(titleOfGroup(model, 2), 'conv');
});

test('a box of a group has its title, its class and its totals', () => {
  const model = makeModel();
  const { lines, repeats } = contentOf(model, model.groupBox(2));
  assert.deepEqual(
    lines.map(({ text }) => text),
    ['conv', 'Conv2d', '1.00 k params · 1.50 kFLOP'],
  );
  assert.equal(repeats, 1);
});

test('a numbered module of a sequence is titled by its class', () => {
  const picture = makePicture();
  picture.groups[2] = makeGroup({
    parent: 1,
    title: 'layer1.0',
    path: 'layer1.0',
    type: 'Conv2d',
    repeats: ['a', 'b'],
  });
  const model = new Model(picture);
  const content = contentOf(model, model.groupBox(2));
  assert.equal(content.lines[0].text, '0: Conv2d');
  assert.equal(content.repeats, 2);
});

test('a box of a node shows the constants that differ from the defaults', () => {
  const model = makeModel();
  assert.equal(detailText(model.nodes[0]), 'stride [2, 2]');
  assert.deepEqual(
    contentOf(model, model.nodeBox(0)).lines.map(({ text }) => text),
    ['conv2d', 'stride [2, 2]'],
  );
});

test('details beyond two lines end with an ellipsis', () => {
  const inputs = [...'abcdef'].map((name) => ({ name, text: '[100, 200, 300]' }));
  const model = new Model({ ...makePicture(), nodes: [makeNode({ inputs })], groups: [makePicture().groups[0]] });
  const { lines } = contentOf(model, { kind: 'node', id: 0, group: 0 });
  assert.equal(lines.length, 3);
  assert.ok(lines[2].text.endsWith('…'), lines[2].text);
});

test('a leaf module is coloured by its class, a module with modules in it is neutral', () => {
  const model = makeModel();
  assert.equal(familyOfGroup(model, 2), 'weights');
  assert.equal(familyOfGroup(model, 1), 'module');
  assert.equal(familyOfGroup(model, 3), 'control');
});

test('totals that are unknown or zero are left out', () => {
  assert.equal(statsText({ nodes: 3 }), '');
  assert.equal(statsText({ nodes: 3, parameters: 0, flops: 12 }), '12 FLOP');
});
