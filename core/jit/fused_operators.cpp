#include "core/jit/fused_operators.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
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
Plan dropout(const Constants& constants) {
  return constants.isBool(2, false) ? same(constants) : std::nullopt;
}
Plan view(const Constants& constants) {
  return constants.integer(1) ? same(constants) : std::nullopt;
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
Plan greatest(const Constants& constants) { return reduction(constants, "greatest(x)", 2); }
Plan least(const Constants& constants) { return reduction(constants, "least(x)", 2); }

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

Plan loss(const Constants& constants, size_t reduction, const char* steps,
          std::vector<Scalar> numbers = {}) {
  static constexpr Reduction kReductions[] = {Reduction::None, Reduction::Mean, Reduction::Sum};
  const auto which = constants.integer(reduction);
  if (!which || *which < 0 || *which > 2) return std::nullopt;
  OperatorPlan plan = elements(steps, {{0}, {1}}, std::move(numbers));
  plan.total = kReductions[*which];
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
  static constexpr Reduction kReductions[] = {Reduction::None, Reduction::Mean, Reduction::Sum};
  const auto which = constants.integer(3), ignored = constants.integer(4);
  const auto smoothing = constants.number(5);
  if (!constants.isNone(2) || !which || *which < 0 || *which > 2 || !ignored || *ignored >= 0 ||
      !smoothing || smoothing->to<double>() != 0)
    return std::nullopt;
  OperatorPlan plan = rows(
      "a = greatest(x); b = exp(x - a); c = sum(b); d = sum(i == T(y) ? x : T(0)); log(c) + a - d",
      {1});
  plan.operands.push_back({1, Alignment::Kept});
  plan.isRow = true;
  plan.total = kReductions[*which];
  plan.positions = 1;
  return plan;
}

struct PlanRow {
  const char* name;
  Plan (*plan)(const Constants& constants);
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
    {"aten::dropout", dropout},
    {"aten::unsqueeze", view},
    {"aten::squeeze.dim", view},
    {"aten::sum.dim_IntList", sumRows},
    {"aten::mean.dim", meanRows},
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
    {"aten::mse_loss", squaredLoss},
    {"aten::l1_loss", absoluteLoss},
    {"aten::smooth_l1_loss", smoothLoss},
    {"aten::huber_loss", huberLoss},
    {"aten::cross_entropy_loss", crossEntropy},
};

}  // namespace

namespace {

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

bool hasPlan(kernels::KernelFunction function) { return planTable().contains(function); }

std::optional<OperatorPlan> planOperator(kernels::KernelFunction function,
                                         std::span<const IValue* const> arguments) {
  const auto entry = planTable().find(function);
  if (entry == planTable().end()) return std::nullopt;
  const auto [row, facts] = entry->second;
  std::optional<OperatorPlan> plan = row->plan(Constants(arguments));
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
      {"sum", Reduction::Sum},
      {"mean", Reduction::Mean},
      {"greatest", Reduction::Greatest},
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
