import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeModel } from './fixture';
import { textOf } from 'viewer/model';
import { markedBy, SearchIndex } from 'viewer/search';

const find = (query: string) => new SearchIndex(makeModel()).find(query).map(({ box }) => textOf(box));

test('operators, modules, names, shapes and lines of source are found', () => {
  assert.deepEqual(find('aten::sum'), ['n2']);
  assert.deepEqual(find('layer1.conv'), ['g2', 'n0']);
  assert.deepEqual(find('total'), ['n2']);
  assert.deepEqual(find('16, 4, 4'), ['n0']);
  assert.deepEqual(find('x.sum()'), ['n2']);
  assert.deepEqual(find('self.weight'), ['n0']);
});

test('all words have to fit, in any field and any case', () => {
  assert.deepEqual(find('  CONV2D   float32 '), ['n0']);
  assert.deepEqual(find('conv2d int64'), []);
});

test('an empty query finds nothing', () => {
  assert.deepEqual(find(' \t '), []);
});

test('inputs and outputs of the graph are found, the graph itself is not', () => {
  assert.deepEqual(find('x.1'), ['i0.0']);
  assert.deepEqual(find('net.forward'), []);
});

test('the detail of a hit is the text that fits, else the place', () => {
  const index = new SearchIndex(makeModel());
  assert.equal(index.find('aten::sum')[0].detail, 'aten::sum');
  assert.equal(index.find('neg')[0].detail, 'aten::neg');
  assert.equal(index.find('if flag')[0].detail, 'Net.forward');
});

test('a hit in a closed group marks the outermost closed group, too', () => {
  const model = makeModel();
  const hits = new SearchIndex(model).find('conv2d');
  assert.deepEqual(
    hits.map(({ box }) => textOf(box)),
    ['g2', 'n0'],
  );
  assert.deepEqual([...markedBy(model, hits, (group) => group === 0)], ['g2', 'g1', 'n0']);
  assert.deepEqual([...markedBy(model, hits, () => true)], ['g2', 'n0']);
});
