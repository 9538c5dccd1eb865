import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeModel } from './fixture';
import { contentOf } from 'viewer/content';
import { DebugState, isSameFile, nodesAt } from 'viewer/debugState';
import { heatsOf, Marks, mostHeat, ViewLook } from 'viewer/look';
import type { Model } from 'viewer/model';
import { Reach } from 'viewer/paths';
import { spokenLabel } from 'viewer/spoken';
import { firstView, type View } from 'viewer/state';
import { heatColour, inkOn, kDark, kLight, rgb } from 'viewer/theme';

const lookOf = (
  model: Model,
  parts: Partial<View>,
  hits: string[] = [],
  reach?: Reach,
  debug = new DebugState(model),
) => new ViewLook(model, kLight, { ...firstView(model), ...parts }, new Marks(model), new Set(hits), reach, debug);

test('only figures that the picture has can colour it', () => {
  assert.deepEqual(heatsOf(makeModel()), ['parameters', 'flops']);
});

test('the scale of heat ends with the greatest box that is shown', () => {
  const model = makeModel();
  const view = { ...firstView(model), heat: 'flops' as const };
  assert.equal(mostHeat(model, view), 2000);
  assert.equal(mostHeat(model, { ...view, open: new Set([0, 1]) }), 1500);
  assert.equal(mostHeat(model, { ...view, heat: 'none' }), 0);
});

test('heat colours boxes by their share, and boxes without a figure neutrally', () => {
  const model = makeModel();
  const look = lookOf(model, { heat: 'flops' });
  const tintOf = (text: string) => {
    const box = model.boxOf(text);
    assert.ok(box);
    return look.tint(box, contentOf(model, box));
  };
  assert.equal(tintOf('g1').fill, rgb(kLight.heat[kLight.heat.length - 1]));
  assert.equal(tintOf('g3').fill, kLight.families.module.fill);
});

test('marks are counted in all groups around them', () => {
  const marks = new Marks(makeModel());
  assert.deepEqual(marks.kinds, ['added', 'in-place']);
  assert.deepEqual(marks.within(1), [{ kind: 'in-place', count: 1 }]);
  assert.deepEqual(marks.within(0).length, 2);
  assert.deepEqual(marks.boxes('nan'), []);
});

test('a closed group has the marks inside it, an open one only its own', () => {
  const model = makeModel();
  const look = lookOf(model, {});
  assert.deepEqual(look.chips(model.groupBox(3), false), [{ kind: 'added', count: 1 }]);
  assert.deepEqual(look.chips(model.groupBox(3), true), []);
  assert.deepEqual(look.chips(model.nodeBox(1), false), []); // in-place is shown on demand
  assert.equal(lookOf(model, { marks: new Set(['in-place']) }).chips(model.nodeBox(1), false).length, 1);
});

test('selection, hits and paths', () => {
  const model = makeModel();
  const selected = model.nodeBox(2);
  const look = lookOf(model, { selected }, ['g1'], new Reach(model, selected, 'ancestors'));
  assert.ok(look.isSelected(selected) && !look.isSelected(model.nodeBox(1)));
  assert.ok(look.isHit(model.groupBox(1)) && !look.isHit(selected));
  assert.ok(look.isDim(model.groupBox(3)) && !look.isDim(model.groupBox(1)));
});

test('a debug session marks where it is, what ran and what diverged', () => {
  const model = makeModel();
  const debug = new DebugState(model);
  debug.apply({
    type: 'debug',
    current: [{ path: 'net.py', line: 4 }],
    ran: [{ path: 'net.py', line: 3, column: 8 }],
    diverged: [{ path: 'net.py', line: 3, column: 20 }],
    values: { y: 'float32 [1]', constructor: 'no value' },
  });
  const look = lookOf(model, {}, [], undefined, debug);
  assert.ok(look.isCurrent(model.nodeBox(2)));
  assert.ok(look.isDim(model.nodeBox(1)) && !look.isDim(model.nodeBox(0)));
  assert.deepEqual([...debug.values], [[1, 'float32 [1]']]);
  assert.deepEqual(debug.chipsWithin(1), [{ kind: 'diverges', count: 1 }]);
  debug.apply({ type: 'debug' });
  assert.ok(!debug.isActive && debug.values.size === 0);
});

test('a closed group is current while the session is inside it', () => {
  const model = makeModel();
  const debug = new DebugState(model);
  debug.apply({ type: 'debug', current: [{ path: '/home/net.py', line: 3, column: 8 }] });
  assert.ok(lookOf(model, {}, [], undefined, debug).isCurrent(model.groupBox(1)));
  assert.ok(!lookOf(model, { open: new Set([0, 1]) }, [], undefined, debug).isCurrent(model.groupBox(1)));
});

test('a place finds the nodes of its line, and a column one of them', () => {
  const model = makeModel();
  assert.deepEqual(nodesAt(model, { path: 'net.py', line: 3 }), [0, 1]);
  assert.deepEqual(nodesAt(model, { path: 'net.py', line: 3, column: 20 }), [1]);
  assert.deepEqual(nodesAt(model, { path: 'other.py', line: 3 }), []);
});

test('paths are the same file where one ends with the other', () => {
  assert.ok(isSameFile('/home/net.py', './net.py') && isSameFile('net.py', 'net.py'));
  assert.ok(!isSameFile('/home/subnet.py', 'net.py'));
});

test('boxes in words', () => {
  const model = makeModel();
  assert.equal(
    spokenLabel(model, model.groupBox(1), false),
    'layer1, Block, module, 1.00 k params · 2.00 kFLOP, closed',
  );
  assert.equal(
    spokenLabel(model, model.nodeBox(0), false),
    'conv2d, stride [2, 2], gives 1×16×4×4 float32, /home/net.py:3',
  );
  assert.equal(spokenLabel(model, { kind: 'input', id: 0, group: 0 }, false), 'x, 1×3×8×8 float32, input');
  assert.equal(
    spokenLabel(model, { kind: 'value', id: 1, group: 1 }, false),
    'y, 1×16×4×4 float32, edge, from conv2d, to relu_',
  );
});

test('heat is between the colours of the theme, and text on it can be read', () => {
  for (const theme of [kLight, kDark]) {
    assert.deepEqual(heatColour(theme, -1), theme.heat[0]);
    assert.deepEqual(heatColour(theme, 2), theme.heat[theme.heat.length - 1]);
    assert.deepEqual(heatColour(theme, 0.25), theme.heat[1]);
  }
  assert.equal(inkOn([255, 255, 255]), '#101318');
  assert.equal(inkOn([0, 0, 0]), '#ffffff');
  assert.equal(rgb([0, 10, 255]), '#000aff');
});
