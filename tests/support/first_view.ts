// Prints the places that the viewer gives to the first view of a picture, as JSON: for first_view.py, which compares them with
// the SVG that tsviz draws. Standard input has the picture; an argument, the ratio of a page's width to its height, asks for columns.
import { readFileSync } from 'node:fs';
import type { Picture } from '../../core/picture/viewer/src/data';
import { type Inside, Layouter, type LayoutSettings } from '../../core/picture/viewer/src/layout';
import { Model } from '../../core/picture/viewer/src/model';
import { firstView } from '../../core/picture/viewer/src/state';
import { bestCuts } from '../../core/picture/viewer/src/wrap';

const places: { boxes: unknown[]; labels: unknown[]; edges: unknown[] } = { boxes: [], labels: [], edges: [] };

function add(inside: Inside, x: number, y: number): void {
  for (const { path, hasArrow } of inside.pieces) {
    const end = path.length - 2;
    places.edges.push([x + path[0], y + path[1], x + path[end], y + path[end + 1] - (hasArrow ? 4 : 0)]);
  }
  for (const box of inside.boxes) {
    const place = [x + box.x, y + box.y, box.width, box.height];
    if (!box.isPort) places.boxes.push([...place, box.inside ? 'open' : box.content.lines[0].text]);
    if (box.inside) add(box.inside, x + box.x + box.inside.x, y + box.y + box.inside.y);
  }
  for (const label of inside.labels) places.labels.push([x + label.x, y + label.y, label.text]);
}

const model = new Model(JSON.parse(readFileSync(0, 'utf8')) as Picture);
const view = firstView(model);
const settings: LayoutSettings = {
  direction: view.direction,
  edgeText: view.edgeText,
  cuts: new Map(),
  seen: new Map(),
};
const layouter = new Layouter(model, (group) => view.open.has(group), settings);
const aspect = Number(process.argv[2] ?? 0);
if (aspect > 0) layouter.change({ ...settings, cuts: bestCuts(model, layouter, settings, aspect) });
add(layouter.layOut(0), 0, 0);
process.stdout.write(JSON.stringify(places));
