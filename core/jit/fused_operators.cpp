#include "core/jit/fused_operators.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <set>
#include <string_view>
#include <unordered_map>

#include "core/operator_facts/facts.h"
#include "core/tensor/error.h"

namespace ts::jit {

using tensor::IValue;
using tensor::Scalar;

namespace {

// The arguments of a call, as far as they are constants.
class Constants {
 public:
  explicit Constants(std::span<const IValue* const> values) : values_(values) {}
  bool isKnown(size_t i) const { return i < values_.size() && values_[i] != nullptr; }
  bool isNone(size_t i) const { return isKnown(i) && values_[i]->isNone(); }
  bool isBool(size_t i, bool value) const {
    return isKnown(i) && values_[i]->isBool() && values_[i]->toBool() == value;
  }
  std::optional<int64_t> integer(size_t i) const {
    if (!isKnown(i) || !values_[i]->isInt()) return std::nullopt;
    return values_[i]->toInt();
  }
  std::optional<Scalar> number(size_t i) const {
    if (!isKnown(i) || !values_[i]->isNumber()) return std::nullopt;
    return values_[i]->toScalar();
  }
  // A list of ints, or one int.
  std::optional<std::vector<int64_t>> integers(size_t i) const {
    if (const auto number = integer(i)) return std::vector{*number};
    if (!isKnown(i) || values_[i]->tag() != tensor::Tag::List) return std::nullopt;
    std::vector<int64_t> numbers;
    for (const IValue& item : values_[i]->toList().items) {
      if (!item.isInt()) return std::nullopt;
      numbers.push_back(item.toInt());
    }
    return numbers;
  }

 private:
  std::span<const IValue* const> values_;
};

using Plan = std::optional<OperatorPlan>;

OperatorPlan elements(std::string steps, std::vector<OperatorArgument> operands,
                      std::vector<Scalar> numbers = {}) {
  OperatorPlan plan;
  plan.steps = std::move(steps);
  plan.operands = std::move(operands);
  plan.numbers = std::move(numbers);
  return plan;
}
OperatorPlan rows(std::string steps, std::vector<int64_t> dims, std::vector<Scalar> numbers = {}) {
  OperatorPlan plan = elements(std::move(steps), {{0}}, std::move(numbers));
  plan.space = RowSpace{std::move(dims)};
  return plan;
}

// ---- choices and conversions

Plan where(const Constants&) { return elements("truth(x) ? y : z", {{0}, {1}, {2}}); }
template <size_t number>
Plan whereNumber(const Constants& constants) {
  const auto value = constants.number(number);
  if (!value) return std::nullopt;
  return elements(number == 1 ? "truth(x) ? p : y" : "truth(x) ? y : p", {{0}, {3 - number}},
                  {*value});
}
Plan maskedFill(const Constants& constants) {
  if (const auto number = constants.number(2))
    return elements("truth(y) ? p : x", {{0}, {1}}, {*number});
  return std::nullopt;
}
Plan same(const Constants&) { return elements("x", {{0}}); }
// The memory format is that of the argument.
template <size_t format>
Plan convert(const Constants& constants) {
  return constants.isNone(format) ? same(constants) : std::nullopt;
}
Plan contiguous(const Constants& constants) {
  constexpr int64_t kContiguous = 0;
  return constants.integer(1) == kContiguous ? same(constants) : std::nullopt;
}
Plan dropout(const Constants& constants) {
  return constants.isBool(2, false) ? same(constants) : std::nullopt;
}
Plan logSigmoid(const Constants&) {
  return elements(std::string(kernels::formulas::log_sigmoid.formula), {{0}});
}
Plan view(const Constants& constants) {
  return constants.integer(1) ? same(constants) : std::nullopt;
}

Plan expanded(const Constants&) {
  OperatorPlan plan = elements("x", {{0}});
  plan.isExpanded = true;
  return plan;
}

// ---- reductions: their arguments are the tensor, dimensions, keepdim

Plan reduction(const Constants& constants, const char* steps, size_t keepdim,
               std::vector<Scalar> numbers = {}) {
  auto dims = constants.integers(1);
  const bool keeps = constants.isBool(keepdim, true);
  if (!dims || dims->empty() || !(keeps || constants.isBool(keepdim, false))) return std::nullopt;
  OperatorPlan plan = rows(steps, std::move(*dims), std::move(numbers));
  plan.isRow = true;
  plan.keepsDims = keeps;
  return plan;
}
Plan sumRows(const Constants& constants) {
  return constants.isKnown(3) ? reduction(constants, "sum(x)", 2) : std::nullopt;
}
Plan meanRows(const Constants& constants) {
  return constants.isKnown(3) ? reduction(constants, "mean(x)", 2) : std::nullopt;
}
Plan product(const Constants& constants) {
  return constants.isKnown(3) ? reduction(constants, "product(x)", 2) : std::nullopt;
}
// Without dimensions, all are reduced.
Plan extreme(const Constants& constants, const char* steps) {
  const auto dims = constants.integers(1);
  if (!dims || !dims->empty()) return reduction(constants, steps, 2);
  if (!constants.isBool(2, false)) return std::nullopt;
  OperatorPlan plan = rows(steps, {});
  plan.space->from = 0;
  plan.isRow = true;
  return plan;
}
Plan greatest(const Constants& constants) { return extreme(constants, "greatest(x)"); }
Plan least(const Constants& constants) { return extreme(constants, "least(x)"); }

Plan asBools(Plan plan) {
  if (plan) plan->computedIn = tensor::DType::Bool;
  return plan;
}
Plan some(const Constants& constants) { return asBools(reduction(constants, "greatest(x)", 2)); }
Plan every(const Constants& constants) { return asBools(reduction(constants, "least(x)", 2)); }
Plan countNonZero(const Constants& constants) {
  const auto dims = constants.integers(1);
  if (!dims || dims->empty()) return std::nullopt;
  OperatorPlan plan = rows("sum(x)", *dims);
  plan.isRow = true;
  plan.computedIn = tensor::DType::Bool;
  return plan;
}
Plan logSumExp(const Constants& constants) {
  return reduction(constants,
                   "a = greatest(x); b = isinf(a) ? T(0) : a; c = sum(exp(x - b)); log(c) + b", 2);
}
// The first position of an element that is the extreme, or NaN.
Plan position(const Constants& constants, const char* steps) {
  const auto dim = constants.integer(1);
  const bool keeps = constants.isBool(2, true);
  if (!dim || !(keeps || constants.isBool(2, false))) return std::nullopt;
  OperatorPlan plan = rows(steps, {*dim});
  plan.isRow = plan.countsRows = plan.isComputedInArgument = true;
  plan.keepsDims = keeps;
  return plan;
}
constexpr const char *kArgGreatest =
                         "a = greatest(x); b = least(x == T(a) || isnan(x) ? T(i) : T(n)); b",
                     *kArgLeast = "a = least(x); b = least(x == T(a) || isnan(x) ? T(i) : T(n)); b";
template <const char* const& steps>
Plan position(const Constants& constants) {
  return position(constants, steps);
}

// A reduction of all dimensions.
OperatorPlan wholeOf(const char* steps, std::vector<Scalar> numbers = {}) {
  OperatorPlan plan = rows(steps, {}, std::move(numbers));
  plan.space->from = 0;
  plan.isRow = true;
  return plan;
}
Plan greatestOfAll(const Constants&) { return wholeOf("greatest(x)"); }
Plan leastOfAll(const Constants&) { return wholeOf("least(x)"); }
Plan productOfAll(const Constants& constants) {
  return constants.isKnown(1) ? Plan(wholeOf("product(x)")) : std::nullopt;
}
Plan someOfAll(const Constants&) { return asBools(wholeOf("greatest(x)")); }
Plan everyOfAll(const Constants&) { return asBools(wholeOf("least(x)")); }

const char* stepsOfNorm(const Constants& constants, size_t order) {
  const auto number = constants.isNone(order) ? Scalar(int64_t{2}) : constants.number(order);
  if (!number || !(number->isReal() || number->dtype() == tensor::DType::Int64)) return nullptr;
  const auto power = number->to<double>();
  return power == 2          ? "a = sum(x * x); sqrt(a)"
         : power == 1        ? "sum(abs(x))"
         : power == 0        ? "sum(x == T(0) ? T(0) : T(1))"
         : std::isinf(power) ? (power > 0 ? "greatest(abs(x))" : "least(abs(x))")
                             : nullptr;
}
Plan norm(const Constants& constants) {
  const char* steps = stepsOfNorm(constants, 1);
  auto dims = constants.integers(2);
  if (steps == nullptr || !dims) return std::nullopt;
  const bool keeps = constants.isBool(3, true);
  if (!keeps && !constants.isBool(3, false)) return std::nullopt;
  OperatorPlan plan = rows(steps, *dims);
  if (dims->empty()) plan.space->from = 0;
  plan.isRow = true;
  plan.keepsDims = keeps;
  return plan;
}
Plan vectorNorm(const Constants& constants) {
  if (!constants.isNone(4)) return std::nullopt;
  if (!constants.isNone(2)) return norm(constants);
  const char* steps = stepsOfNorm(constants, 1);
  return steps != nullptr && constants.isBool(3, false) ? Plan(wholeOf(steps)) : std::nullopt;
}
Plan normOfAll(const Constants& constants) {
  const char* steps = stepsOfNorm(constants, 1);
  return steps != nullptr ? Plan(wholeOf(steps)) : std::nullopt;
}

constexpr const char *kVariance = "a = mean(x); b = x - a; c = sum(b * b); c / max(n - p, T(0))",
                     *kDeviation =
                         "a = mean(x); b = x - a; c = sum(b * b); sqrt(c / max(n - p, T(0)))";
template <const char* const& steps>
Plan spread(const Constants& constants) {
  const auto correction = constants.isNone(2) ? Scalar(int64_t{1}) : constants.number(2);
  return correction ? reduction(constants, steps, 3, {*correction}) : std::nullopt;
}
template <const char* const& steps>
Plan spreadUnbiased(const Constants& constants) {
  if (!constants.isKnown(2) || constants.isNone(2)) return std::nullopt;
  return reduction(constants, steps, 3, {Scalar(int64_t{constants.isBool(2, true)})});
}

template <size_t keepdim>
Plan meanBeside(const Constants& constants) {
  return reduction(constants, "mean(x)", keepdim);
}
template <const char* const& steps>
Plan spreadOfAll(const Constants& constants) {
  if (!constants.isKnown(1)) return std::nullopt;
  return wholeOf(steps, {Scalar(int64_t{constants.isBool(1, true)})});
}

// ---- operators that contain reductions

Plan softmax(const Constants& constants) {
  const auto dim = constants.integer(1);
  if (!dim || !constants.isKnown(2)) return std::nullopt;
  return rows("a = greatest(x); b = exp(x - a); c = sum(b); d = 1 / c; b * d", {*dim});
}
Plan logSoftmax(const Constants& constants) {
  const auto dim = constants.integer(1);
  if (!dim || !constants.isKnown(2)) return std::nullopt;
  return rows("a = greatest(x); b = exp(x - a); c = sum(b); d = log(c); x - a - d", {*dim});
}

// Appends " * y" and " + z" for those of two arguments that are not None.
void scaleAndShift(OperatorPlan& plan, const Constants& constants, size_t weight, size_t bias,
                   Alignment alignment) {
  static constexpr std::string_view kLetters = "xyzuv";
  for (const auto& [index, sign] : {std::pair{weight, '*'}, {bias, '+'}}) {
    if (index == 0 || constants.isNone(index)) continue;
    plan.steps += fmt::format(" {} {}", sign, kLetters[plan.operands.size()]);
    plan.operands.push_back({index, alignment});
  }
}
std::vector<int64_t> lastDims(size_t count) {
  std::vector<int64_t> dims;
  for (size_t i = 0; i < count; ++i) dims.push_back(-1 - static_cast<int64_t>(i));
  return dims;
}
Plan layerNorm(const Constants& constants) {
  const auto shape = constants.integers(1);
  const auto eps = constants.number(4);
  if (!shape || !eps) return std::nullopt;
  OperatorPlan plan = rows("a = mean(x); b = x - a; c = mean(b * b); d = 1 / sqrt(c + p); b * d",
                           lastDims(shape->size()), {*eps});
  scaleAndShift(plan, constants, 2, 3, Alignment::Last);
  return plan;
}
Plan rmsNorm(const Constants& constants) {
  const auto shape = constants.integers(1);
  const auto eps = constants.number(3);
  if (!shape || !eps) return std::nullopt;
  OperatorPlan plan =
      rows("a = mean(x * x); b = 1 / sqrt(a + p); x * b", lastDims(shape->size()), {*eps});
  scaleAndShift(plan, constants, 2, 0, Alignment::Last);
  return plan;
}
Plan groupNorm(const Constants& constants) {
  const auto groups = constants.integer(1);
  const auto eps = constants.number(4);
  if (!groups || *groups < 1 || !eps) return std::nullopt;
  OperatorPlan plan =
      rows("a = mean(x); b = x - a; c = mean(b * b); d = 1 / sqrt(c + p); b * d", {}, {*eps});
  plan.space->groups = *groups;
  scaleAndShift(plan, constants, 2, 3, Alignment::Channel);
  return plan;
}
Plan instanceNorm(const Constants& constants) {
  const auto eps = constants.number(7);
  if (!eps || !constants.isBool(5, true) || !constants.isNone(3) || !constants.isNone(4))
    return std::nullopt;
  OperatorPlan plan =
      rows("a = mean(x); b = x - a; c = mean(b * b); d = 1 / sqrt(c + p); b * d", {}, {*eps});
  plan.space->from = 2;
  scaleAndShift(plan, constants, 1, 2, Alignment::Channel);
  return plan;
}
Plan cosineSimilarity(const Constants& constants) {
  const auto dim = constants.integer(2);
  const auto eps = constants.number(3);
  if (!dim || !eps) return std::nullopt;
  OperatorPlan plan = rows(
      "a = sum(x * x); b = sum(y * y); c = sum(x * y); c / (max(sqrt(a), p) * max(sqrt(b), p))",
      {*dim}, {*eps});
  plan.operands.push_back({1});
  plan.isRow = true;
  return plan;
}
Plan batchNorm(const Constants& constants) {
  const auto eps = constants.number(7);
  if (!constants.isBool(5, false) || !eps || constants.isNone(3) || constants.isNone(4))
    return std::nullopt;
  constexpr Alignment kChannel = Alignment::Channel;
  if (constants.isNone(1) || constants.isNone(2))
    return elements("a = T(1) / sqrt(z + p); x * a - y * a", {{0}, {3, kChannel}, {4, kChannel}},
                    {*eps});
  return elements("a = y / sqrt(v + p); x * a + (z - u * a)",
                  {{0}, {1, kChannel}, {2, kChannel}, {3, kChannel}, {4, kChannel}}, {*eps});
}

// ---- losses

std::optional<Reduction> totalOf(const Constants& constants, size_t reduction) {
  static constexpr Reduction kReductions[] = {Reduction::None, Reduction::Mean, Reduction::Sum};
  const auto which = constants.integer(reduction);
  if (!which || *which < 0 || *which > 2) return std::nullopt;
  return kReductions[*which];
}
Plan loss(const Constants& constants, size_t reduction, std::string steps,
          std::vector<Scalar> numbers = {}) {
  const auto total = totalOf(constants, reduction);
  if (!total) return std::nullopt;
  OperatorPlan plan = elements(std::move(steps), {{0}, {1}}, std::move(numbers));
  plan.total = *total;
  return plan;
}
// Adds the optional argument `index` as an operand; the formats of the steps with and without it
// have a place for its name, or none.
std::string operandFor(OperatorPlan& plan, const Constants& constants, size_t index,
                       const char* with) {
  if (constants.isNone(index)) return "";
  const char name = "xyzuv"[plan.operands.size()];
  plan.operands.push_back({index});
  return fmt::format(fmt::runtime(with), name);
}
Plan binaryLoss(const Constants& constants) {
  Plan plan = loss(constants, 3, "");
  if (!plan) return plan;
  plan->steps =
      "a = require(x >= T(0) && x <= T(1), x); "
      "-(y * max(log(a), -T(100)) + (T(1) - y) * max(log1p(-a), -T(100)))" +
      operandFor(*plan, constants, 2, " * {}");
  return plan;
}
Plan binaryLogitsLoss(const Constants& constants) {
  Plan plan = loss(constants, 4, "");
  if (!plan) return plan;
  const std::string weight = operandFor(*plan, constants, 2, " * {}"),
                    positive = operandFor(*plan, constants, 3, "(({} - T(1)) * y + T(1)) * ");
  plan->steps =
      fmt::format("((T(1) - y) * x + {}(log1p(exp(-abs(x))) + max(-x, T(0)))){}", positive, weight);
  return plan;
}
Plan divergence(const Constants& constants) {
  if (constants.isBool(3, true)) return loss(constants, 2, "exp(y) * (y - x)");
  if (!constants.isBool(3, false)) return std::nullopt;
  return loss(constants, 2, "(y == T(0) ? T(0) : y * log(y)) - y * x");
}
Plan poissonLoss(const Constants& constants) {
  const auto eps = constants.number(4);
  const bool isLog = constants.isBool(2, true), isFull = constants.isBool(3, true);
  if (!eps || !(isLog || constants.isBool(2, false)) || !(isFull || constants.isBool(3, false)))
    return std::nullopt;
  std::string steps = isLog ? "exp(x) - y * x" : "x - y * log(x + p)";
  if (isFull)
    steps += " + (y > T(1) ? y * log(y) - y + T(0.5) * log(T(6.283185307179586) * y) : T(0))";
  return loss(constants, 5, steps, {*eps});
}
Plan softMarginLoss(const Constants& constants) { return loss(constants, 2, "log1p(exp(-y * x))"); }
Plan hingeLoss(const Constants& constants) {
  const auto margin = constants.number(2);
  if (!margin) return std::nullopt;
  return loss(constants, 3, "(y != T(1) ? max(p - x, T(0)) : T(0)) + (y != -T(1) ? x : T(0))",
              {*margin});
}
Plan rankingLoss(const Constants& constants) {
  const auto margin = constants.number(3);
  if (!margin) return std::nullopt;
  Plan plan = loss(constants, 4, "max(-z * (x - y) + p, T(0))", {*margin});
  if (plan) plan->operands.push_back({2});
  return plan;
}
Plan squaredLoss(const Constants& constants) { return loss(constants, 2, "(x - y) * (x - y)"); }
Plan absoluteLoss(const Constants& constants) { return loss(constants, 2, "abs(x - y)"); }
Plan smoothLoss(const Constants& constants) {
  const auto beta = constants.number(3);
  if (!beta || !(beta->to<double>() >= 0)) return std::nullopt;
  return loss(constants, 2, "a = abs(x - y); a < p ? T(0.5) * a * a / p : a - T(0.5) * p", {*beta});
}
Plan huberLoss(const Constants& constants) {
  const auto delta = constants.number(3);
  if (!delta || !(delta->to<double>() > 0)) return std::nullopt;
  return loss(constants, 2, "a = abs(x - y); a < p ? T(0.5) * a * a : p * (a - T(0.5) * p)",
              {*delta});
}
// The loss of a row is the logarithm of the sum of exponentials, less the element of the class.
Plan crossEntropy(const Constants& constants) {
  const auto total = totalOf(constants, 3);
  const auto ignored = constants.integer(4);
  const auto smoothing = constants.number(5);
  if (!constants.isNone(2) || !total || !ignored || *ignored >= 0 || !smoothing ||
      smoothing->to<double>() != 0)
    return std::nullopt;
  OperatorPlan plan = rows(
      "a = greatest(x); b = exp(x - a); c = sum(b); d = sum(i == T(y) ? x : T(0)); log(c) + a - d",
      {1});
  plan.space->isOfClasses = true;
  plan.operands.push_back({1, Alignment::Kept});
  plan.isRow = true;
  plan.total = *total;
  plan.positions = 1;
  return plan;
}

Plan classLoss(const Constants& constants) {
  const auto total = totalOf(constants, 3);
  const auto ignored = constants.integer(4);
  if (!constants.isNone(2) || !total || !ignored || *ignored >= 0) return std::nullopt;
  OperatorPlan plan = rows("a = sum(i == T(y) ? x : T(0)); -a", {1});
  plan.space->isOfClasses = true;
  plan.operands.push_back({1, Alignment::Kept});
  plan.isRow = plan.onlyOfNodes = true;
  plan.total = *total;
  plan.positions = 1;
  return plan;
}

struct PlanRow {
  const char* name;
  Plan (*plan)(const Constants& constants);
  Plan (*second)(const Constants& constants) = nullptr;  // of the second result
};
constexpr PlanRow kPlans[] = {
    {"aten::where.self", where},
    {"aten::where.ScalarSelf", whereNumber<1>},
    {"aten::where.ScalarOther", whereNumber<2>},
    {"aten::masked_fill.Scalar", maskedFill},
    {"aten::to.dtype", convert<4>},
    {"aten::to.other", convert<4>},
    {"aten::to.prim_dtype", same},
    {"aten::type_as", same},
    {"aten::contiguous", contiguous},
    {"aten::dropout", dropout},
    {"aten::flip", same},
    {"aten::log_sigmoid", logSigmoid},
    {"aten::expand_as", expanded},
    {"aten::expand", expanded},
    {"aten::unsqueeze", view},
    {"aten::squeeze.dim", view},
    {"aten::sum.dim_IntList", sumRows},
    {"aten::mean.dim", meanRows},
    {"aten::prod.dim_int", product},
    {"aten::any.dim", some},
    {"aten::all.dim", every},
    {"aten::count_nonzero.dim_IntList", countNonZero},
    {"aten::logsumexp", logSumExp},
    {"aten::argmax", position<kArgGreatest>},
    {"aten::argmin", position<kArgLeast>},
    {"aten::norm.ScalarOpt_dim", norm},
    {"aten::norm.Scalar", normOfAll},
    {"aten::linalg_vector_norm", vectorNorm},
    {"aten::max", greatestOfAll},
    {"aten::min", leastOfAll},
    {"aten::prod", productOfAll},
    {"aten::any", someOfAll},
    {"aten::all", everyOfAll},
    {"aten::var", spreadOfAll<kVariance>},
    {"aten::std", spreadOfAll<kDeviation>},
    {"aten::max.dim", greatest, position<kArgGreatest>},
    {"aten::min.dim", least, position<kArgLeast>},
    {"aten::var_mean.correction", spread<kVariance>, meanBeside<3>},
    {"aten::var_mean.dim", spreadUnbiased<kVariance>, meanBeside<3>},
    {"aten::std_mean.correction", spread<kDeviation>, meanBeside<3>},
    {"aten::std_mean.dim", spreadUnbiased<kDeviation>, meanBeside<3>},
    {"aten::amax", greatest},
    {"aten::amin", least},
    {"aten::var.correction", spread<kVariance>},
    {"aten::std.correction", spread<kDeviation>},
    {"aten::var.dim", spreadUnbiased<kVariance>},
    {"aten::std.dim", spreadUnbiased<kDeviation>},
    {"aten::softmax.int", softmax},
    {"aten::log_softmax.int", logSoftmax},
    {"aten::layer_norm", layerNorm},
    {"aten::rms_norm", rmsNorm},
    {"aten::group_norm", groupNorm},
    {"aten::batch_norm", batchNorm},
    {"aten::instance_norm", instanceNorm},
    {"aten::cosine_similarity", cosineSimilarity},
    {"aten::mse_loss", squaredLoss},
    {"aten::l1_loss", absoluteLoss},
    {"aten::smooth_l1_loss", smoothLoss},
    {"aten::huber_loss", huberLoss},
    {"aten::cross_entropy_loss", crossEntropy},
    {"aten::nll_loss", classLoss},
    {"aten::nll_loss_nd", classLoss},
    {"aten::binary_cross_entropy", binaryLoss},
    {"aten::binary_cross_entropy_with_logits", binaryLogitsLoss},
    {"aten::kl_div", divergence},
    {"aten::poisson_nll_loss", poissonLoss},
    {"aten::soft_margin_loss", softMarginLoss},
    {"aten::hinge_embedding_loss", hingeLoss},
    {"aten::margin_ranking_loss", rankingLoss},
};

struct Planned {
  const PlanRow* row;
  const operator_facts::OperatorFacts* facts;
};
using PlanTable = std::unordered_map<kernels::KernelFunction, Planned>;
const PlanTable& planTable() {
  static auto* tables = new PerProfile<PlanTable>;
  return tables->get([] {
    PlanTable entries;
    for (const PlanRow& row : kPlans) {
      const std::string_view name = row.name;
      const size_t dot = std::min(name.find('.'), name.size());
      const auto* facts =
          operator_facts::factsOf(name.substr(0, dot), name.substr(std::min(dot + 1, name.size())));
      if (const kernels::KernelFunction kernel = kernels::find(name))
        entries.emplace(kernel, Planned{&row, facts});
    }
    return entries;
  });
}

}  // namespace

bool RowSpace::mayEqual(const RowSpace& other) const {
  if (groups != other.groups || from != other.from) return false;
  static const std::vector<int64_t> kLast = {-1};
  return dims == other.dims || (isOfClasses && other.dims == kLast) ||
         (other.isOfClasses && dims == kLast);
}

std::optional<std::vector<size_t>> RowSpace::dimsOf(int64_t rank) const {
  std::set<size_t> found;
  if (from >= rank) return std::nullopt;
  for (int64_t dim = from; dim >= 0 && dim < rank; ++dim) found.insert(static_cast<size_t>(dim));
  for (const int64_t dim : dims) {
    if (dim < -rank || dim >= rank) return std::nullopt;
    found.insert(static_cast<size_t>(dim < 0 ? dim + rank : dim));
  }
  return std::vector<size_t>(found.begin(), found.end());
}

bool hasPlan(kernels::KernelFunction function) { return planTable().contains(function); }

std::optional<OperatorPlan> planOperator(kernels::KernelFunction function,
                                         std::span<const IValue* const> arguments, size_t result) {
  const auto entry = planTable().find(function);
  if (entry == planTable().end()) return std::nullopt;
  const auto [row, facts] = entry->second;
  const auto make = result == 0 ? row->plan : row->second;
  std::optional<OperatorPlan> plan = make != nullptr ? make(Constants(arguments)) : std::nullopt;
  if (!plan) return std::nullopt;
  plan->mayAlias = facts->mayReturnArgument;
  plan->isView = facts->kind == operator_facts::Kind::View;
  return plan;
}

const std::vector<OperatorStep>& stepsOf(const std::string& text) {
  static std::mutex mutex;
  static auto* parsedTexts = new std::map<std::string, std::vector<OperatorStep>>;
  const std::lock_guard lock(mutex);
  auto [entry, isNew] = parsedTexts->try_emplace(text);
  if (!isNew) return entry->second;
  static constexpr std::pair<std::string_view, Reduction> kReductions[] = {
      {"sum", Reduction::Sum},         {"mean", Reduction::Mean},
      {"product", Reduction::Product}, {"greatest", Reduction::Greatest},
      {"least", Reduction::Least},
  };
  for (std::string_view rest = text; !rest.empty();) {
    const size_t end = std::min(rest.find(';'), rest.size());
    std::string_view part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    OperatorStep step;
    while (part.starts_with(' ')) part.remove_prefix(1);
    if (part.size() > 4 && part.substr(1, 3) == " = ") {
      step.name = part[0];
      part.remove_prefix(4);
    }
    std::optional<Expression> parsed = formulas::parseFormula(part);
    if (!parsed) tensor::fail("'{}' is not a formula", part);
    step.expression = std::move(*parsed);
    for (const auto& [name, reduction] : kReductions)
      if (step.expression.kind == Expression::Kind::Call && step.expression.text == name) {
        step.reduction = reduction;
        Expression inner = std::move(step.expression.parts[0]);
        step.expression = std::move(inner);
      }
    entry->second.push_back(std::move(step));
  }
  return entry->second;
}

}  // namespace ts::jit
