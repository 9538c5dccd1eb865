// The facts about each operator that its schema does not tell, one row an operator (rows/*.def).
//
// core/ops has the schemas: arguments, defaults, aliases, writes. A row adds how the results get
// their shapes and dtypes, and what other parts of the program need to know of the operator.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/ops/schema.h"
#include "core/tensor/dtype.h"

namespace ts::operator_facts {

enum class Kind : uint8_t {
  ElementWise,  // each element of the result depends on the elements at its place
  Reduction,    // dimensions disappear, or get the size 1
  View,         // the result may share the memory of the argument
  Arrange,      // copies elements to other places: cat, repeat, to, pad
  Lookup,       // elements at places that a tensor tells: gather, embedding, index_select
  Along,        // the shape stays, but elements depend on all along a dimension: softmax, sort
  Product,      // sums of products: matmul, convolutions, recurrent layers
  Window,       // pooling, upsampling and others that visit parts of an image
  Factory,      // a new tensor that depends on no tensor's elements
  Random,       // draws random numbers
  Query,        // the results are not tensors: numel, item
  Other,
};

// How the results get their shapes. `operands` of a ShapeRule are names of arguments, in the order
// of the comment. Functions of core/shape_rules have the arithmetic.
enum class Shape : uint8_t {
  Unknown,
  NotTensor,      // the results are not tensors
  Scalar,         // no dimensions
  Same,           // the shape of an argument; of a list of tensors, that of each
  Broadcast,      // the common shape of the operands that are tensors
  BroadcastEach,  // a list: common shapes of elements of lists; number: 1 when each is one number
  Loss,           // as Broadcast, or one number, which `reduction` decides
  RowLoss,        // one number for each row of an argument, or one number
  ClassLoss,      // one number for each class index: without dimension 1, or one number
  Reduce,         // without `dim`, or with size 1 there (keepdim); without `dim` all dimensions go
  ReduceLast,     // as Reduce; without `dim`, the last dimension goes
  BroadcastReduce,  // the common shape of two operands without `dim` (default -1)
  Quantile,         // Reduce, behind the dimension of `q`
  ReducePair,       // as Reduce; without `dim`, the last two dimensions go

  Matmul,    // both matrices
  Matrices,  // both matrices; number: their rank
  BatchSum,  // both batches of matrices, whose products are added up
  Linear,    // input, weight
  Inner,     // both tensors, along their last dimensions
  Outer,     // both vectors
  Bilinear,
  Embedding,       // weight, indices
  Convolution,     // input, weight; number: 1 when transposed, -1 when an argument tells
  Pool,            // input; number: spatial dimensions
  Resize,          // input; number: spatial dimensions; their sizes are `output_size`
  Upsample,        // as Resize, or by `scale_factors`
  Attention,       // query, value
  Recurrent,       // number: results; of one layer or several, for input of equal lengths
  Distances,       // cdist
  Kronecker,       // kron
  TensorDot,       // over dims_self and dims_other
  Columns,         // im2col
  Image,           // col2im
  GridSample,      // input, grid
  Regions,         // input, regions: torchvision's roi_align; number: 1 for ps_roi_align
  MatrixFunction,  // without the last two dimensions
  Eigenvalues,     // without the last dimension

  View,  // the sizes
  Flatten,
  Ravel,
  Unflatten,
  Transpose,  // both dimensions
  Reverse,    // all dimensions in reverse order; number: the largest rank
  SwapLast,   // the last two dimensions swapped
  Permute,
  MoveDims,
  Squeeze,
  Unsqueeze,
  Select,
  Slice,
  Narrow,
  IndexSelect,
  Expand,      // the sizes
  Repeat,      // the factors; number: 1 when fewer factors than dimensions are allowed
  RepeatEach,  // repeat_interleave
  Diagonal,
  Diag,
  DiagEmbed,
  DiagFlat,
  Unfold,
  AtLeast,    // number: the least rank
  Rotate,     // rot90
  AppendTwo,  // view_as_real
  DropTwo,    // view_as_complex
  Cat,
  Stack,
  StackAlong,  // hstack (1), vstack (2), dstack (3) by number
  Chunk,
  Split,
  TensorSplit,
  Unbind,
  Grid,          // meshgrid
  BroadcastAll,  // a list of tensors of their common shape

  Sizes,  // a list of sizes
  Arange,
  Length,      // one dimension, whose size is an argument
  SomeLength,  // one dimension of unknown size
  Eye,
  Triangle,   // tril_indices
  HasValues,  // the shape of a tensor, or `size` without tensors: normal

  Pad,
  PixelShuffle,
  PixelUnshuffle,
  Halve,  // glu
  OneHot,
  Nonzero,
  Index,        // advanced indexing
  Largest,      // topk
  Difference,   // diff
  ShortenLast,  // one element less along `dim`
  DropDim,      // Select by another argument's name
  Draws,        // multinomial
  NormExceptDim,
  AffineGrid,
  Fourier,       // fft_fft: `n` elements along `dim`, or as many as there are
  FourierHalf,   // fft_rfft: half of them and one
  FourierWhole,  // fft_irfft: the opposite
  Histogram,
};

struct ShapeRule {
  Shape rule = Shape::Unknown;
  std::array<std::string_view, 4> operands{};  // empty: the first tensor among the arguments
  int number = 0;
};

enum class Dtype : uint8_t {
  Unknown,
  NotTensor,
  Same,          // that of an operand
  SameNumber,    // as Same; int64 for bool
  Alike,         // that of any operand: the call raises unless all have the same
  Promote,       // the common dtype of operands: torch.result_type
  Float,         // as Promote; the default dtype for integers
  FloatReal,     // as Float; the dtype of the parts for complex numbers
  Real,          // as Same; the dtype of the parts for complex numbers
  Complex,       // the complex dtype with parts of an operand's dtype
  Fixed,         // `fixed`
  Asked,         // the argument `dtype`, or else as Same
  AskedSum,      // the argument `dtype`, or else as Same; int64 for integers
  AskedReal,     // the argument `dtype`, or else as Real
  AskedFixed,    // the argument `dtype`, or else `fixed`
  AskedFactory,  // the argument `dtype`, or else the default dtype
  AskedNumbers,  // the argument `dtype`, or else that of the numbers
  AskedRange,    // as AskedNumbers, but int64 or the default dtype
  Sum,           // as Same; int64 for integers
  Divided,       // as Float; as Promote with a rounding mode
  Truth,         // bool; uint8 for uint8
};

struct DtypeRule {
  Dtype rule = Dtype::Unknown;
  std::array<std::string_view, 4> operands{};  // empty: those of the shape rule
  tensor::DType fixed = tensor::DType::Bool;
};

// The number of operations that a call takes; see core/picture/costs.h.
enum class Cost : uint8_t {
  None,  // not counted
  Convolution,
  TransposedConvolution,
  Product,  // the shape rule's first operand
  Attention,
  Recurrent,
};

// The part of the example that torch.jit.trace keeps as a constant.
enum class Baked : uint8_t {
  Nothing,
  Number,  // the elements become a Python number
  List,    // the elements become a list or an array
  Rank,
  DType,
  Device,
  Size,     // a size, which PyTorch traces as a tensor
  Length,   // the number of results
  Resized,  // the trace does not record the call
  Data,     // the tensor is made of Python values
};

struct OperatorFacts {
  std::string_view name;      // "add"; "torchvision::nms" outside of aten
  std::string_view overload;  // empty: all overloads without a row of their own
  Kind kind = Kind::Other;
  ShapeRule shape{};
  DtypeRule dtype{};
  Cost cost = Cost::None;
  std::string_view costOperand{};  // the argument whose elements the formula counts
  Baked bakes = Baked::Nothing;
  bool isDifferentiable = true;    // floating point results may require a gradient
  bool mayReturnArgument = false;  // the argument itself may be the result
  bool resizesArgument = false;    // the call gives its first argument another shape
  bool returnsIndices = false;     // the results behind the first have dtype int64
};

// The row of an operator: that of the overload, or else that of all overloads. An in-place operator
// has the row of the operator without "_" unless it has its own. name: "aten::add_". Null when
// there is none. The pointer stays valid for the life of the process.
const OperatorFacts* factsOf(std::string_view name, std::string_view overload = {});
inline const OperatorFacts* factsOf(const ops::FunctionSchema& schema) {
  return factsOf(schema.name, schema.overload);
}
// All rows, sorted by name and overload.
std::span<const OperatorFacts> allFacts();
// "relu_": a name that ends in one underscore.
bool isInPlace(std::string_view name);

}  // namespace ts::operator_facts
