import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePicture } from './fixture';
import { DebugState } from 'viewer/debugState';
import { escaped } from 'viewer/dom';
import { viewSvg } from 'viewer/exportView';
import { Layouter } from 'viewer/layout';
import { Marks, ViewLook } from 'viewer/look';
import { Model } from 'viewer/model';
import { curve } from 'viewer/pen';
import { firstView } from 'viewer/state';
import { kLight } from 'viewer/theme';

function svgOf(model: Model, open: number[]): { svg: string; width: number; height: number } {
  const view = { ...firstView(model), open: new Set(open) };
  const settings = { direction: view.direction, edgeText: view.edgeText, cuts: new Map(), seen: new Map() };
  const root = new Layouter(model, (group) => view.open.has(group), settings).layOut(0);
  const look = new ViewLook(model, kLight, view, new Marks(model), new Set(), undefined, new DebugState(model));
  return viewSvg(model, root, look, { x: -1000, y: -1000, width: 5000, height: 5000 }, 1, 28);
}

test('markup in texts of a picture is text in the file', () => {
  const picture = makePicture();
  picture.name = '<script>alert(1)</script>';
  picture.nodes[2].title = '"><img src=x>';
  const { svg } = svgOf(new Model(picture), [0]);
  assert.ok(!svg.includes('<script') && !svg.includes('<img'));
  assert.ok(svg.includes(escaped('"><img src=x>')));
});

test('a file has the view without the space around the picture', () => {
  const { svg, width, height } = svgOf(new Model(makePicture()), [0]);
  assert.ok(svg.startsWith(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"`));
  assert.ok(width < 1000 && height < 1000);
  assert.ok(svg.includes('>layer1<') && svg.includes('>sum<') && !svg.includes('>relu_<'));
});

test('the content of an open group is drawn', () => {
  assert.ok(svgOf(new Model(makePicture()), [0, 1]).svg.includes('>relu_<'));
});

test('an edge straight ahead is a line, another one bends', () => {
  assert.equal(curve([5, 0, 5, 10, 5, 20, 5, 30], true), undefined);
  const bend = curve([5, 0, 5, 10, 50, 20, 50, 30], true);
  assert.deepEqual(bend?.[0], [5, 0]);
  assert.deepEqual(bend?.[5], [50, 30]);
});

test('the five characters of markup are escaped', () => {
  assert.equal(escaped(`<a b='c' d="e">&`), '&#60;a b=&#39;c&#39; d=&#34;e&#34;&#62;&#38;');
});
