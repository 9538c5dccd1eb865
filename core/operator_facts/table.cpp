// The table of facts. A row of rows/*.def is
//
//     OPERATOR(name, kind, shape, dtype, facts...)      all overloads of aten::name
//     OVERLOAD(name, overload, kind, ...)               one overload that differs
//     OPERATOR_OF(namespace, name, kind, ...)           an operator outside of aten
//
// shape and dtype are the functions and constants of the namespaces `shape` and `dtype` below. The
// facts are optional. A new column is a field of OperatorFacts and a function like `cost`, which
// only the rows that need it mention.
#include <algorithm>

#include "core/operator_facts/facts.h"

namespace ts::operator_facts {
namespace {

using tensor::DType;
using Name = std::string_view;

// NOLINTBEGIN(readability-identifier-naming): constants and functions are the words of a row alike
namespace shape {

constexpr ShapeRule of(Shape rule, int8_t number = 0, Name a = {}, Name b = {}, Name c = {},
                       Name d = {}) {
  return {rule, {a, b, c, d}, number};
}

constexpr ShapeRule unknown = of(Shape::Unknown), notTensor = of(Shape::NotTensor),
                    scalar = of(Shape::Scalar), same = of(Shape::Same);
constexpr ShapeRule sameAs(Name a) { return of(Shape::Same, 0, a); }
constexpr ShapeRule broadcast(Name a, Name b, Name c = {}) {
  return of(Shape::Broadcast, 0, a, b, c);
}
constexpr ShapeRule broadcastEach(Name a, Name b, Name c = {}) {
  return of(Shape::BroadcastEach, 0, a, b, c);
}
constexpr ShapeRule numberEach = of(Shape::BroadcastEach, 1, "self");

// ---- reductions
constexpr ShapeRule loss(Name a, Name b = {}, Name c = {}, Name d = {}) {
  return of(Shape::Loss, 0, a, b, c, d);
}
constexpr ShapeRule rowLoss(Name a) { return of(Shape::RowLoss, 0, a); }
constexpr ShapeRule classLoss = of(Shape::ClassLoss);
// reduceListed: an empty list of dimensions stands for none. reduceToOne: before PyTorch 2.6, a
// tensor without dimensions gets one with `dim` and `keepdim`.
constexpr ShapeRule reduce = of(Shape::Reduce), reduceListed = of(Shape::Reduce, 1),
                    reduceToOne = of(Shape::Reduce, 2), reduceLast = of(Shape::ReduceLast),
                    reducePair = of(Shape::ReducePair), quantile = of(Shape::Quantile);
constexpr ShapeRule broadcastReduce(Name a, Name b) { return of(Shape::BroadcastReduce, 0, a, b); }
constexpr ShapeRule normExceptDim = of(Shape::NormExceptDim);
constexpr ShapeRule dropDim(Name dim) { return of(Shape::DropDim, 0, {}, dim); }
constexpr ShapeRule shorten(Name dim) { return of(Shape::ShortenLast, 0, {}, dim); }
constexpr ShapeRule largest = of(Shape::Largest), difference = of(Shape::Difference),
                    halve = of(Shape::Halve), histogram = of(Shape::Histogram);

// ---- products
constexpr ShapeRule matmul(Name a, Name b) { return of(Shape::Matmul, 0, a, b); }
constexpr ShapeRule matrices(Name a, Name b, int8_t rank) {
  return of(Shape::Matrices, rank, a, b);
}
constexpr ShapeRule batchSum(Name a, Name b) { return of(Shape::BatchSum, 0, a, b); }
constexpr ShapeRule linear(Name a, Name b) { return of(Shape::Linear, 0, a, b); }
constexpr ShapeRule inner(Name a, Name b) { return of(Shape::Inner, 0, a, b); }
constexpr ShapeRule outer(Name a, Name b) { return of(Shape::Outer, 0, a, b); }
constexpr ShapeRule bilinear(Name a, Name b, Name c) { return of(Shape::Bilinear, 0, a, b, c); }
constexpr ShapeRule embedding(Name a, Name b) { return of(Shape::Embedding, 0, a, b); }
constexpr ShapeRule convolution(Name a, Name b, int8_t transposed) {
  return of(Shape::Convolution, transposed, a, b);
}
constexpr ShapeRule attention(Name a, Name b) { return of(Shape::Attention, 0, a, b); }
constexpr ShapeRule recurrent(Name a, Name b, int8_t results) {
  return of(Shape::Recurrent, results, a, b);
}
constexpr ShapeRule distances(Name a, Name b) { return of(Shape::Distances, 0, a, b); }
constexpr ShapeRule kronecker(Name a, Name b) { return of(Shape::Kronecker, 0, a, b); }
constexpr ShapeRule tensorDot(Name a, Name b) { return of(Shape::TensorDot, 0, a, b); }
constexpr ShapeRule matrixFunction = of(Shape::MatrixFunction),
                    eigenvalues = of(Shape::Eigenvalues);

// ---- images and spectra
constexpr ShapeRule pool(int8_t rank) { return of(Shape::Pool, rank); }
constexpr ShapeRule resize(int8_t rank) { return of(Shape::Resize, rank); }
constexpr ShapeRule upsample(int8_t rank) { return of(Shape::Upsample, rank); }
constexpr ShapeRule columns = of(Shape::Columns), image = of(Shape::Image);
constexpr ShapeRule gridSample(Name a, Name b) { return of(Shape::GridSample, 0, a, b); }
constexpr ShapeRule affineGrid = of(Shape::AffineGrid);
constexpr ShapeRule regions(Name a, Name b, int8_t isSensitive) {
  return of(Shape::Regions, isSensitive, a, b);
}
constexpr ShapeRule fourier(Name n, Name dim) { return of(Shape::Fourier, 0, {}, n, dim); }
constexpr ShapeRule fourierHalf(Name n, Name dim) { return of(Shape::FourierHalf, 0, {}, n, dim); }
constexpr ShapeRule fourierWhole(Name n, Name dim) {
  return of(Shape::FourierWhole, 0, {}, n, dim);
}

// ---- views and arrangements
constexpr ShapeRule view(Name size) { return of(Shape::View, 0, {}, size); }
constexpr ShapeRule flatten(Name start, Name end) { return of(Shape::Flatten, 0, {}, start, end); }
constexpr ShapeRule ravel = of(Shape::Ravel), unflatten = of(Shape::Unflatten),
                    squeeze = of(Shape::Squeeze), unsqueeze = of(Shape::Unsqueeze),
                    permute = of(Shape::Permute), moveDims = of(Shape::MoveDims),
                    swapLast = of(Shape::SwapLast), slice = of(Shape::Slice),
                    narrow = of(Shape::Narrow), unfold = of(Shape::Unfold),
                    indexSelect = of(Shape::IndexSelect), appendTwo = of(Shape::AppendTwo),
                    dropTwo = of(Shape::DropTwo), rotate = of(Shape::Rotate);
constexpr ShapeRule transpose(Name a, Name b) { return of(Shape::Transpose, 0, {}, a, b); }
constexpr ShapeRule reverse(int8_t rank) { return of(Shape::Reverse, rank); }
constexpr ShapeRule select(Name dim) { return of(Shape::Select, 0, {}, dim); }
constexpr ShapeRule diagonal(Name a) { return of(Shape::Diagonal, 0, a); }
constexpr ShapeRule diag = of(Shape::Diag), diagEmbed = of(Shape::DiagEmbed),
                    diagFlat = of(Shape::DiagFlat);
constexpr ShapeRule expand(Name size) { return of(Shape::Expand, 0, {}, size); }
constexpr ShapeRule repeat(Name factors, int8_t allowsFewer) {
  return of(Shape::Repeat, allowsFewer, {}, factors);
}
constexpr ShapeRule repeatEach = of(Shape::RepeatEach);
constexpr ShapeRule atLeast(int8_t rank) { return of(Shape::AtLeast, rank); }
constexpr ShapeRule cat = of(Shape::Cat), stack = of(Shape::Stack), chunk = of(Shape::Chunk),
                    split = of(Shape::Split), unbind = of(Shape::Unbind), grid = of(Shape::Grid),
                    broadcastAll = of(Shape::BroadcastAll);
constexpr ShapeRule stackAlong(int8_t number) { return of(Shape::StackAlong, number); }
// dim: empty: number tells the dimension, from 1; hsplit of vectors splits their only one
constexpr ShapeRule tensorSplit(Name dim, int8_t number) {
  return of(Shape::TensorSplit, number, {}, dim);
}
constexpr ShapeRule pad(Name amounts) { return of(Shape::Pad, 0, {}, amounts); }
constexpr ShapeRule pixelShuffle = of(Shape::PixelShuffle),
                    pixelUnshuffle = of(Shape::PixelUnshuffle), oneHot = of(Shape::OneHot),
                    nonzero = of(Shape::Nonzero), index = of(Shape::Index);

// ---- factories
constexpr ShapeRule sizes(Name size) { return of(Shape::Sizes, 0, {}, size); }
constexpr ShapeRule length(Name number) { return of(Shape::Length, 0, {}, number); }
constexpr ShapeRule someLength = of(Shape::SomeLength), arange = of(Shape::Arange),
                    eye = of(Shape::Eye), triangle = of(Shape::Triangle), draws = of(Shape::Draws);
constexpr ShapeRule hasValues(Name a, Name b) { return of(Shape::HasValues, 0, a, b); }

}  // namespace shape

namespace dtype {

constexpr DtypeRule of(Dtype rule, Name a = {}, Name b = {}, Name c = {}, Name d = {}) {
  return {rule, {a, b, c, d}};
}

constexpr DtypeRule unknown = of(Dtype::Unknown), notTensor = of(Dtype::NotTensor),
                    same = of(Dtype::Same), alike = of(Dtype::Alike), promoted = of(Dtype::Promote),
                    floating = of(Dtype::Float), floatingReal = of(Dtype::FloatReal),
                    real = of(Dtype::Real), complexOf = of(Dtype::Complex),
                    divided = of(Dtype::Divided), truth = of(Dtype::Truth), sum = of(Dtype::Sum),
                    asked = of(Dtype::Asked), askedSum = of(Dtype::AskedSum),
                    askedReal = of(Dtype::AskedReal), askedFactory = of(Dtype::AskedFactory);
constexpr DtypeRule realParts = of(Dtype::Real), sameNumber = of(Dtype::SameNumber);
constexpr DtypeRule sameAs(Name a) { return of(Dtype::Same, a); }
constexpr DtypeRule promotedOf(Name a, Name b, Name c = {}, Name d = {}) {
  return of(Dtype::Promote, a, b, c, d);
}
constexpr DtypeRule floatingRealOf(Name a, Name b) { return of(Dtype::FloatReal, a, b); }
constexpr DtypeRule askedNumbers(Name a) { return of(Dtype::AskedNumbers, a); }
constexpr DtypeRule askedRange(Name a, Name b, Name c) { return of(Dtype::AskedRange, a, b, c); }
constexpr DtypeRule fixed(DType dtype) { return {Dtype::Fixed, {}, dtype}; }
constexpr DtypeRule boolean = fixed(DType::Bool), int64 = fixed(DType::Int64);
constexpr DtypeRule askedInteger = {Dtype::AskedFixed, {}, DType::Int64};

}  // namespace dtype

// ---- the optional facts of a row

constexpr auto cost(Cost formula, Name operand = {}) {
  return [=](OperatorFacts& facts) {
    facts.cost = formula;
    facts.costOperand = operand.empty() ? facts.shape.operands[0] : operand;
  };
}
constexpr auto bakes(Baked what) {
  return [=](OperatorFacts& facts) { facts.bakes = what; };
}
constexpr auto noGradient = [](OperatorFacts& facts) { facts.isDifferentiable = false; };
constexpr auto mayReturnArgument = [](OperatorFacts& facts) { facts.mayReturnArgument = true; };
constexpr auto resizes = [](OperatorFacts& facts) { facts.resizesArgument = true; };
constexpr auto indices = [](OperatorFacts& facts) { facts.returnsIndices = true; };
// NOLINTEND(readability-identifier-naming)

template <typename... Facts>
constexpr OperatorFacts row(Name name, Name overload, Kind kind, ShapeRule shape, DtypeRule dtype,
                            Facts... facts) {
  OperatorFacts result{name, overload, kind, shape, dtype};
  (facts(result), ...);
  return result;
}

constexpr bool precedes(const OperatorFacts& a, const OperatorFacts& b) {
  return a.name != b.name ? a.name < b.name : a.overload < b.overload;
}

#define OVERLOAD(operation, overload, what, rule, result, ...) \
  row(#operation, #overload, Kind::what, shape::rule, dtype::result __VA_OPT__(, ) __VA_ARGS__),
#define OPERATOR(operation, what, rule, result, ...) \
  row(#operation, {}, Kind::what, shape::rule, dtype::result __VA_OPT__(, ) __VA_ARGS__),
#define OPERATOR_OF(space, operation, what, rule, result, ...) \
  row(#space "::" #operation, {}, Kind::what, shape::rule,     \
      dtype::result __VA_OPT__(, ) __VA_ARGS__),

constexpr auto kRows = std::to_array<OperatorFacts>({
#include "core/operator_facts/rows/arrangements.def"
#include "core/operator_facts/rows/elementwise.def"
#include "core/operator_facts/rows/factories.def"
#include "core/operator_facts/rows/foreach.def"
#include "core/operator_facts/rows/images.def"
#include "core/operator_facts/rows/products.def"
#include "core/operator_facts/rows/queries.def"
#include "core/operator_facts/rows/reductions.def"
#include "core/operator_facts/rows/views.def"
});

// The first characters as a number, which compares in one step of the compiler's evaluation.
constexpr uint64_t prefixOf(Name name) {
  uint64_t prefix = 0;
  for (size_t i = 0; i < 8; ++i)
    prefix = prefix << 8 | (i < name.size() ? static_cast<unsigned char>(name[i]) : 0);
  return prefix;
}

// Rows in the order of names; sorted by the compiler.
constexpr auto kTable = [] {
  struct SortKey {
    uint64_t prefix;
    uint16_t row;
  };
  std::array<SortKey, kRows.size()> keys{};
  for (size_t i = 0; i < keys.size(); ++i)
    keys[i] = {prefixOf(kRows[i].name), static_cast<uint16_t>(i)};
  std::sort(keys.begin(), keys.end(), [](const SortKey& a, const SortKey& b) {
    return a.prefix != b.prefix ? a.prefix < b.prefix : precedes(kRows[a.row], kRows[b.row]);
  });
  std::array<OperatorFacts, kRows.size()> table{};
  for (size_t i = 0; i < keys.size(); ++i) table[i] = kRows[keys[i].row];
  return table;
}();
static_assert(std::adjacent_find(kTable.begin(), kTable.end(),
                                 [](const OperatorFacts& a, const OperatorFacts& b) {
                                   return !precedes(a, b);
                                 }) == kTable.end(),
              "an operator has two rows");

const OperatorFacts* find(Name name, Name overload) {
  const OperatorFacts wanted{name, overload};
  const auto at = std::ranges::lower_bound(kTable, wanted, precedes);
  return at != kTable.end() && at->name == name && at->overload == overload ? &*at : nullptr;
}

const OperatorFacts* findWithOverload(Name name, Name overload) {
  const OperatorFacts* row = overload.empty() ? nullptr : find(name, overload);
  return row ? row : find(name, {});
}

std::string_view withoutNamespace(std::string_view name) {
  static constexpr std::string_view kAten = "aten::";
  if (name.starts_with(kAten)) name.remove_prefix(kAten.size());
  return name;
}

// Python's in-place operators: __iand__ is the in-place form of __and__.
bool isInPlaceOperator(std::string_view name) {
  static constexpr std::string_view kNames[] = {"__iand__", "__ilshift__", "__ior__", "__irshift__",
                                                "__ixor__"};
  return std::ranges::find(kNames, name) != std::end(kNames);
}

}  // namespace

bool isInPlace(std::string_view name) {
  name = withoutNamespace(name);
  return isInPlaceOperator(name) ||
         (name.size() > 1 && name.ends_with('_') && !name.ends_with("__"));
}

const OperatorFacts* factsOf(std::string_view name, std::string_view overload) {
  name = withoutNamespace(name);
  if (const OperatorFacts* row = findWithOverload(name, overload)) return row;
  if (isInPlaceOperator(name)) {
    std::string functional(name);
    functional.erase(2, 1);
    return findWithOverload(functional, overload);
  }
  if (isInPlace(name)) return findWithOverload(name.substr(0, name.size() - 1), overload);
  return nullptr;
}

std::span<const OperatorFacts> allFacts() { return kTable; }

}  // namespace ts::operator_facts
