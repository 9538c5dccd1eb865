// A small picture: a module with a module in it, and an If with two blocks.
import './browser';
import type { Group, Layout, Node, Picture, Slot, Value } from 'viewer/data';
import { Model } from 'viewer/model';

export function makeGroup(parts: Partial<Group>): Group {
  return {
    parent: 0,
    kind: 'module',
    title: '',
    type: '',
    path: '',
    control: null,
    repeats: [],
    place: null,
    stats: { nodes: 1 },
    label: parts.title ?? '',
    box: { title: parts.title || 'group', family: 'module' },
    layout: { slots: [], layers: [], links: [] },
    marks: [],
    ...parts,
  };
}

export function makeNode(parts: Partial<Node>): Node {
  return {
    group: 0,
    kind: 'aten::relu',
    title: 'relu',
    category: 'tensor',
    inputs: [],
    outputs: [],
    attributes: {},
    place: null,
    calls: [],
    stats: { nodes: 1 },
    box: { title: parts.title ?? 'relu', family: 'activation' },
    marks: [],
    ...parts,
  };
}

export function makeValue(parts: Partial<Value>): Value {
  return { name: '', type: 'Tensor', node: null, users: [], ...parts };
}

/** Slots below each other; the value of a link is between each two. */
export function chain(slots: Slot[], values: number[]): Layout {
  return {
    slots,
    layers: slots.map((_, at) => [at]),
    links: values.map((value, at) => ({ from: at, to: at + 1, value })),
  };
}

const slot = (kind: Slot['kind'], id: number): Slot => ({ kind, id });

/** Groups: 0 the graph, 1 layer1, 2 layer1.conv, 3 the If, 4 and 5 its blocks. */
export function makePicture(): Picture {
  return {
    version: 1,
    name: 'Net.forward',
    target: 'net.py:Net',
    note: '',
    torch: '2.6',
    files: [
      {
        path: '/home/net.py',
        lines: { '3': '    x = self.layer1(x)', '4': '    total = x.sum()', '5': '    if flag:' },
      },
    ],
    groups: [
      makeGroup({
        parent: null,
        kind: 'graph',
        title: 'Net.forward',
        stats: { nodes: 6, parameters: 1000, flops: 2000 },
        layout: chain(
          [slot('input', 0), slot('group', 1), slot('node', 2), slot('group', 3), slot('output', 4)],
          [0, 2, 3, 4],
        ),
      }),
      makeGroup({
        title: 'layer1',
        type: 'Block',
        path: 'layer1',
        stats: { nodes: 2, parameters: 1000, flops: 2000 },
        layout: chain([slot('input', 0), slot('group', 2), slot('node', 1), slot('output', 2)], [0, 1, 2]),
      }),
      makeGroup({
        parent: 1,
        title: 'layer1.conv',
        type: 'Conv2d',
        path: 'layer1.conv',
        label: 'conv',
        box: { title: 'conv', details: ['Conv2d'], note: '1.00 k params', family: 'weights' },
        stats: { nodes: 1, parameters: 1000, flops: 1500 },
        layout: chain([slot('input', 0), slot('node', 0), slot('output', 1)], [0, 1]),
      }),
      makeGroup({
        kind: 'if',
        title: 'if flag',
        control: 3,
        stats: { nodes: 2 },
        layout: {
          slots: [slot('input', 3), slot('group', 4), slot('group', 5), slot('output', 4)],
          layers: [[0], [1, 2], [3]],
          links: [
            { from: 0, to: 1, value: 3 },
            { from: 0, to: 2, value: 3 },
            { from: 1, to: 3, value: 5, becomes: 4 },
            { from: 2, to: 3, value: 6, becomes: 4 },
          ],
        },
      }),
      makeGroup({
        parent: 3,
        kind: 'block',
        title: 'true',
        layout: chain([slot('input', 3), slot('node', 4), slot('output', 5)], [3, 5]),
      }),
      makeGroup({
        parent: 3,
        kind: 'block',
        title: 'false',
        layout: chain([slot('input', 3), slot('node', 5), slot('output', 6)], [3, 6]),
      }),
    ],
    nodes: [
      makeNode({
        group: 2,
        kind: 'aten::conv2d',
        title: 'conv2d',
        box: { title: 'conv2d', details: ['stride [2, 2]'], family: 'weights' },
        inputs: [
          { name: 'input', value: 0 },
          { name: 'weight', text: 'self.weight', weight: 0 },
          { name: 'stride', text: '[2, 2]' },
          { name: 'groups', text: '1', isDefault: true },
        ],
        outputs: [1],
        place: { file: 0, line: 3, column: 8 },
        stats: { nodes: 1, flops: 1500 },
      }),
      makeNode({
        group: 1,
        kind: 'aten::relu_',
        title: 'relu_',
        inputs: [{ name: 'self', value: 1 }],
        outputs: [2],
        place: { file: 0, line: 3, column: 20 },
        stats: { nodes: 1, flops: 500 },
        marks: [{ kind: 'in-place', text: 'writes y' }],
      }),
      makeNode({
        kind: 'aten::sum',
        title: 'sum',
        inputs: [{ name: 'self', value: 2 }],
        outputs: [3],
        place: { file: 0, line: 4, column: 12 },
      }),
      makeNode({ kind: 'prim::If', title: 'if', category: 'control', inputs: [{ name: '', value: 3 }], outputs: [4] }),
      makeNode({
        group: 4,
        kind: 'aten::neg',
        title: 'neg',
        inputs: [{ name: 'self', value: 3 }],
        outputs: [5],
        marks: [{ kind: 'added', text: 'only in the second run' }],
      }),
      makeNode({ group: 5, kind: 'aten::abs', title: 'abs', inputs: [{ name: 'self', value: 3 }], outputs: [6] }),
    ],
    values: [
      makeValue({ name: 'x.1', users: [0], shape: 'float32 [1, 3, 8, 8]' }),
      makeValue({ name: 'y', node: 0, users: [1], shape: 'float32 [1, 16, 4, 4]' }),
      makeValue({ name: 'z', node: 1, users: [2] }),
      makeValue({ name: 'total', node: 2, users: [3, 4, 5], shape: 'float32 []' }),
      makeValue({ name: 'out', node: 3 }),
      makeValue({ name: 'out.1', node: 4 }),
      makeValue({ name: 'out.2', node: 5 }),
    ],
    weights: [
      { path: 'layer1.conv.weight', shape: 'float32 [16, 3, 3, 3]', elements: 432, bytes: 1728, isParameter: true },
    ],
    operators: [],
    open: [0],
    focus: 0,
    selected: null,
  };
}

export const makeModel = (): Model => new Model(makePicture());
