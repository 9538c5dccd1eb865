import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeModel, makeNode, makePicture, makeValue } from './fixture';
import { contentOf, detailText, edgeText, isTensor, nameOf, shapeText, statsText } from 'viewer/content';
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
  assert.equal(edgeText(value, 'names'), 'y');
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

test('a box has its title, its details and its totals in lines of their own', () => {
  const model = makeModel();
  const { lines, repeats, family } = contentOf(model, model.groupBox(2));
  assert.deepEqual(
    lines.map(({ text, isFaint }) => [text, isFaint ?? false]),
    [
      ['conv', false],
      ['Conv2d', false],
      ['1.00 k params', true],
    ],
  );
  assert.equal(repeats, 1);
  assert.equal(family, 'weights');
});

test('a group that stands for several says how many', () => {
  const picture = makePicture();
  picture.groups[2].repeats = ['a', 'b'];
  const model = new Model(picture);
  assert.equal(contentOf(model, model.groupBox(2)).repeats, 2);
});

test('the details of a node are one line for screen readers', () => {
  const box = { title: 'conv2d', details: ['stride [2, 2] · groups 2', 'dilation 3'], family: 'weights' } as const;
  assert.equal(
    detailText(makeNode({ box: { ...box, details: [...box.details] } })),
    'stride [2, 2], groups 2, dilation 3',
  );
});

test('totals that are unknown or zero are left out', () => {
  assert.equal(statsText({ nodes: 3 }), '');
  assert.equal(statsText({ nodes: 3, parameters: 0, flops: 12 }), '12 FLOP');
});
