import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeGroup, makeModel, makePicture } from './fixture';
import { Model } from 'viewer/model';
import { addressOf, firstView, viewAfterEdit, viewOf } from 'viewer/state';

test('the first view has an empty address', () => {
  const model = makeModel();
  assert.equal(addressOf(model, firstView(model)), '');
  assert.deepEqual(viewOf(model, ''), firstView(model));
});

test('an address leads to the view that it was made of', () => {
  const model = makeModel();
  const view = {
    ...firstView(model),
    open: new Set([0, 1, 2, 4]),
    selected: model.nodeBox(2),
    direction: 'right' as const,
    edgeText: 'names' as const,
    heat: 'flops' as const,
    path: 'both' as const,
    marks: new Set(['in-place', 'nan'] as const),
    cuts: new Map([[0, [2, 3]]]),
    camera: { x: -10.5, y: 20, zoom: 0.25 },
  };
  const address = addressOf(model, view);
  assert.ok(address.startsWith('open=0-2.4&at=n2&'), address);
  const again = viewOf(model, `#${address}`);
  assert.deepEqual([...again.marks].sort(), ['in-place', 'nan']);
  assert.deepEqual({ ...again, marks: undefined }, { ...view, marks: undefined });
});

test('parts of an address that fit nothing in the picture are ignored', () => {
  const model = makeModel();
  const view = viewOf(model, '#open=3-1.99.x.2&at=n99&heat=warmth&direction=up&cuts=99:1_0:9_0:2.2.1&view=1,2,-3&more');
  assert.deepEqual([...view.open], [0, 2]);
  assert.equal(view.selected, undefined);
  assert.equal(view.heat, 'none');
  assert.equal(view.direction, 'down');
  assert.deepEqual(view.cuts, new Map([[0, [2]]]));
  assert.equal(view.camera, undefined);
});

test('a range of ids beyond the picture ends with it', () => {
  assert.deepEqual([...viewOf(makeModel(), '#open=4-999999999').open], [0, 4, 5]);
});

test('the first view follows the picture', () => {
  const model = new Model({ ...makePicture(), open: [0, 1], selected: 3, heat: 'flops' });
  const view = firstView(model);
  assert.deepEqual([...view.open], [0, 1]);
  assert.deepEqual(view.selected, model.groupBox(3)); // the node is an If
  assert.equal(view.heat, 'flops');
});

test('after an edit groups stay open under other numbers', () => {
  const before = makeModel();
  const picture = makePicture();
  // A new group comes before the module and moves all others.
  const moved = picture.groups.map((group) => ({ ...group, parent: group.parent && group.parent + 1 }));
  moved.splice(1, 0, makeGroup({ title: 'stem', path: 'stem' }));
  picture.groups = moved;
  picture.nodes.forEach((node) => {
    if (node.group > 0) node.group++;
  });
  picture.open = [0, 1];
  const model = new Model(picture);
  const view = { ...firstView(before), open: new Set([0, 1]), selected: before.groupBox(2) };
  const after = viewAfterEdit(before, view, model);
  assert.deepEqual([...after.open], [0, 1, 2]); // the new one is open as in the first view
  assert.deepEqual(after.selected, model.groupBox(3));
});

test('after an edit a node is found by its kind and rank, a value by its name', () => {
  const before = makeModel();
  const picture = makePicture();
  picture.nodes[0].kind = 'aten::conv3d';
  const model = new Model(picture);
  const selecting = (text: string) => ({ ...firstView(before), selected: before.boxOf(text) });
  assert.deepEqual(viewAfterEdit(before, selecting('n1'), model).selected, model.nodeBox(1));
  assert.equal(viewAfterEdit(before, selecting('n0'), model).selected, undefined);
  assert.deepEqual(viewAfterEdit(before, selecting('v3.0'), model).selected, { kind: 'value', id: 3, group: 0 });
});
