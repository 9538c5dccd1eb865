// The data of a picture, as `tsviz --format=html` writes it. An id is an index into an array of `Picture`.

import type { Family } from './theme';

export interface Picture {
  version: 1;
  name: string; // of the function: "ResNet.forward"
  target: string; // as it was given to tsviz
  note: string; // the call that constructed the module; may be empty
  torch: string; // the version of PyTorch, "2.6"
  files: SourceFile[];
  groups: Group[]; // the first is the whole graph; a group comes before the groups inside it
  nodes: Node[]; // in the order of execution
  values: Value[];
  weights: Weight[];
  operators: Operator[];
  open: number[]; // the groups that the first view shows open; the whole graph is among them
  focus: number; // the group that fills the first view; 0: the whole graph
  selected: number | null; // the node that the first view selects
  heat?: keyof Stats; // the figures that colour the first view
  comparison?: Comparison; // of the runs of two graphs
}

/** The report of `tsdbg compare`. */
export interface Comparison {
  sides: string[]; // what the runs were, the first one first: "script", "trace"; a single one has nothing to differ from
  facts: [name: string, text: string][];
  tables: Table[];
}

export interface Table {
  title: string;
  columns: string[];
  rows: Row[];
}

export interface Row {
  cells: string[];
  node: number | null; // about which the row is
  place: LinePlace | null;
  isMarked?: true;
}

export interface SourceFile {
  path: string;
  lines: Record<string, string>; // by number, from 1: the lines of nodes and the two lines before and after each
}

export interface LinePlace {
  file: number;
  line: number; // from 1
  column: number; // from 0
}

/** A box that opens and closes. */
export interface Group {
  parent: number | null;
  kind: 'graph' | 'module' | 'function' | 'if' | 'loop' | 'block' | 'segment' | 'sequence'; // a sequence: modules that follow each other several times in turn
  title: string; // "layer1.0", "if x.dim() == 4", "true"
  type: string; // the class of a module: "Bottleneck"; else empty
  path: string; // the path of a module: "layer1.0"; else empty
  control: number | null; // the node of the If or the Loop that the group stands for
  repeats: string[]; // the paths of the equal modules in sequence that this group shows once; empty for a single one
  place: LinePlace | null;
  stats: Stats;
  label: string; // the title without the path of the module around the group: "0" in "layer1"
  box: BoxText; // of the closed group
  layout: Layout;
  marks: Mark[];
}

/** The texts in a box, and the family that colours it. */
export interface BoxText {
  title: string;
  details?: string[]; // absent: none
  note?: string; // totals of a group, fainter than details
  family: Family;
}

/** Totals over a group. Absent: unknown. All repeats are counted. */
export interface Stats {
  nodes: number;
  parameters?: number;
  parameterBytes?: number;
  flops?: number; // a multiplication with an addition counts as two
  activationBytes?: number; // of the results of the operators
  seconds?: number; // by the interpreter
  eagerSeconds?: number; // in Python; this one and the next in a profile
  compiledSeconds?: number; // as machine code
}

/**
 * The layers of a group. They do not depend on which groups inside it are open, so that nothing jumps when one opens.
 * A link joins slots of neighbouring layers; a longer edge runs through bends.
 */
export interface Layout {
  slots: Slot[];
  layers: number[][]; // the slots of each layer, in order
  links: Link[];
}

export interface Slot {
  kind: 'node' | 'group' | 'input' | 'output' | 'bend'; // inputs and outputs are values that cross the border of the group
  id: number; // of the node, the group, or the value
}

export interface Link {
  from: number; // a slot
  to: number;
  value: number;
  becomes?: number; // the value as which it arrives at `to`: a parameter of a loop's body, a result of an If
}

export interface Node {
  group: number; // the innermost group that contains it
  kind: string; // "aten::add"
  title: string;
  operator?: number; // absent: not an operator
  category: 'tensor' | 'scalar' | 'container' | 'attribute' | 'call' | 'control' | 'effect';
  inputs: Input[];
  outputs: number[]; // values
  attributes: Record<string, string>;
  place: LinePlace | null;
  calls: LinePlace[]; // the call stack of an inlined node, the innermost call first
  stats: Stats;
  box: BoxText;
  marks: Mark[];
}

export interface Input {
  name: string; // in the schema; may be empty
  value?: number; // absent: `text` says what it is
  text?: string; // a constant or an attribute: "2", "self.weight"
  isDefault?: true;
  setting?: string; // the value of the attribute: "[3, 3]"
  weight?: number; // index into Picture.weights
}

/** An operator of the nodes: its documentation. */
export interface Operator {
  schema: string; // of the overload: "aten::relu(Tensor self) -> Tensor"
  summary?: string; // code is in backticks
  sizes?: string; // the equation of the sizes of the result, in backticks
  name?: string; // in Python: "torch.nn.functional.relu"
  page?: string; // the address of its page in PyTorch's documentation
}

export interface Mark {
  kind: 'in-place' | 'alias' | 'nan' | 'fused' | 'baked' | 'added' | 'removed' | 'changed' | 'diverges';
  text: string;
  label?: string; // in the picture, in place of that of the kind
}

export interface Value {
  name: string;
  type: string; // as graphs print it: "Tensor", "int[]"
  node: number | null; // the producer; null for a parameter
  users: number[]; // nodes
  shape?: string; // "float32 [1, 64, 56, 56]"; "[..., 64, ?, ?]" where less is known
  isExact?: true; // the shape was seen in a run; otherwise it was inferred
  summary?: Summary; // of the tensor that was seen in a run
  seen?: { first: string; second: string; difference?: string }; // in the runs of a comparison; a text is empty where a run lacks the value
}

/** A parameter or a buffer of a module. */
export interface Weight {
  path: string; // "layer1.0.conv1.weight"
  shape: string; // "float32 [64, 3, 7, 7]"
  elements: number; // -1: unknown
  bytes: number; // -1: unknown
  isParameter: boolean; // otherwise a buffer
  summary?: Summary;
}

export interface Summary {
  min: number | null; // without NaN; null: all are NaN
  max: number | null;
  mean: number | null;
  nan: number; // the number of elements
  histogram: number[]; // counts in equal intervals from min to max
}
