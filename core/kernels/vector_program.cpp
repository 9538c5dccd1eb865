#include "core/kernels/vector_program.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/kernels/by_size.h"
#include "core/kernels/convert.h"
#include "core/kernels/formula_trees.h"
#include "core/kernels/strided_blocks.h"
#include "core/kernels/vector_loops.h"

namespace ts::kernels {

using tensor::DType;
using ts::formulas::Expression;

namespace {

struct NoProgram {};

int64_t inLanes(int64_t count) { return (count + kStepLanes - 1) / kStepLanes * kStepLanes; }

template <typename T>
void fill(std::byte* to, double value, int64_t count) {
  std::fill_n(reinterpret_cast<T*>(to), count, static_cast<T>(value));
}
void fillElements(std::byte* to, double value, int64_t count, size_t elementBytes) {
  elementBytes == 4 ? fill<float>(to, value, count) : fill<double>(to, value, count);
}

constexpr std::pair<std::string_view, std::string_view> kOperators[] = {
    {"+", "add"}, {"-", "sub"}, {"*", "mul"}, {"/", "div"}, {"<", "lt"},
    {"<=", "le"}, {">", "gt"},  {">=", "ge"}, {"==", "eq"}, {"!=", "ne"}};

}  // namespace

// Writes steps in the order of evaluation; equal steps are one. Each value first has a number of
// its own; finish() gives values places, and a place is free again after the last use.
class ProgramWriter {
 public:
  ProgramWriter(const Pointwise& formula, DType computed) : formula_(formula), dtype_(computed) {
    program_->arity_ = formula.arity;
    program_->elementBytes_ = tensor::sizeOf(computed);
  }

  std::unique_ptr<VectorProgram> write(const Expression& tree) {
    std::vector<Value> operands;
    for (int i = 0; i < 6; ++i) operands.push_back({i, false});
    Value result = evaluate(tree, {"xyzpqr", operands});
    if (formula_.rule != Rule::Bool && result.isMask) result = number(result);
    if (formula_.rule == Rule::Bool && !result.isMask) result = truth(result);
    // The last step writes the result; operands and constants have none.
    if (steps_.empty() || steps_.back().result != result.id) result.id = step("copy", {result}).id;
    finish(result);
    return std::move(program_);
  }

 private:
  struct Value {
    int id;
    bool isMask;
  };
  struct Scope {
    std::string_view names;
    const std::vector<Value>& values;
  };
  struct Written {
    VectorStep step;
    std::array<int, 3> operands;
    int result;
  };

  Value evaluate(const Expression& at, const Scope& scope) {
    switch (at.kind) {
      case Expression::Kind::Name: {
        const size_t index =
            at.text.size() == 1 ? scope.names.find(at.text) : std::string_view::npos;
        if (index >= scope.values.size()) throw NoProgram();
        return scope.values[index];
      }
      case Expression::Kind::Number: return constant(std::stod(at.text));
      case Expression::Kind::Unary: {
        const Value value = evaluate(at.parts[0], scope);
        return at.text == "!" ? step("bitNot", {truth(value)}) : step("neg", {number(value)});
      }
      case Expression::Kind::Binary: return binary(at, scope);
      case Expression::Kind::Choice: {
        if (std::optional<Value> limited = limit(at, scope)) return *limited;
        const Value condition = truth(evaluate(at.parts[0], scope));
        Value yes = evaluate(at.parts[1], scope), no = evaluate(at.parts[2], scope);
        const bool isMask = yes.isMask && no.isMask;
        if (!isMask) yes = number(yes), no = number(no);
        return {step("choose", {condition, yes, no}).id, isMask};
      }
      default: return call(at, scope);
    }
  }

  // x < y ? y : x and x > y ? y : x are one step each.
  std::optional<Value> limit(const Expression& choice, const Scope& scope) {
    const Expression& test = choice.parts[0];
    if (test.kind != Expression::Kind::Binary || (test.text != "<" && test.text != ">")) return {};
    const Value a = evaluate(test.parts[0], scope), b = evaluate(test.parts[1], scope),
                yes = evaluate(choice.parts[1], scope), no = evaluate(choice.parts[2], scope);
    if (a.isMask || b.isMask || yes.id != b.id || no.id != a.id) return {};
    return step(test.text == "<" ? "atLeast" : "atMost", {a, b});
  }

  Value binary(const Expression& at, const Scope& scope) {
    Value a = evaluate(at.parts[0], scope), b = evaluate(at.parts[1], scope);
    if (at.text == "&&" || at.text == "||")
      return step(at.text == "&&" ? "bitAnd" : "bitOr", {truth(a), truth(b)});
    if (a.isMask && b.isMask && at.text == "!=") return step("bitXor", {a, b});
    const auto* row = std::ranges::find(kOperators, at.text, [](const auto& r) { return r.first; });
    if (row == std::end(kOperators)) throw NoProgram();
    return step(row->second, {number(a), number(b)});
  }

  Value call(const Expression& at, const Scope& scope) {
    std::vector<Value> values;
    for (const Expression& part : at.parts) values.push_back(evaluate(part, scope));
    if (at.text == "T" && values.size() == 1) return number(values[0]);
    if (at.text == "infinity") return constant(std::numeric_limits<double>::infinity());
    if (values.empty()) throw NoProgram();
    if (at.text == "conjugate") return values[0];
    // One step is faster than the steps of a function's formula.
    if (const VectorStep known = vectorStep(at.text, dtype_); known.loop != nullptr) {
      for (Value& value : values) value = number(value);
      program_->callsFunctions_ |= known.isFunction;
      program_->isFaster_ |= known.isFunction || at.text == "fmod";
      return step(at.text, values);
    }
    const Expression* function = functionFormula(at.text, dtype_);
    if (function == nullptr) throw NoProgram();
    program_->callsFunctions_ |= hasFasterFormula(at.text);
    program_->isFaster_ |= hasFasterFormula(at.text);
    return evaluate(*function, {"xyzw", values});
  }

  Value truth(Value value) { return value.isMask ? value : step("ne", {value, constant(0)}); }
  // 1 has its bits where the mask has all.
  Value number(Value value) {
    return value.isMask ? Value{step("bitAnd", {value, constant(1)}).id, false} : value;
  }
  Value constant(double number) {
    uint64_t bits;
    std::memcpy(&bits, &number, sizeof(bits));
    auto [known, isNew] = constants_.try_emplace(bits, next_);
    if (isNew) {
      program_->constants_.push_back(number);
      constantIds_.push_back(next_++);
    }
    return {known->second, false};
  }

  Value step(std::string_view name, const std::vector<Value>& operands) {
    const VectorStep step = vectorStep(name, dtype_);
    if (step.loop == nullptr || static_cast<size_t>(step.arity) != operands.size())
      throw NoProgram();
    std::array<int, 3> ids{operands[0].id, operands[0].id, operands[0].id};
    for (size_t i = 0; i < operands.size(); ++i) ids[i] = operands[i].id;
    auto [known, isNew] = known_.try_emplace({std::string(name), ids}, next_);
    if (isNew) {
      steps_.push_back({step, ids, next_});
      ++next_;
    }
    return {known->second, step.givesMask};
  }

  void finish(Value result) {
    program_->givesBool_ = result.isMask;
    std::map<int, size_t> lastUse;
    for (size_t i = 0; i < steps_.size(); ++i)
      for (const int id : steps_[i].operands) lastUse[id] = i;
    std::map<int, uint8_t> places;
    for (uint8_t i = 0; i < 6; ++i) {
      places[i] = i;
      if (i >= 3) program_->usesNumber_[i - 3] = lastUse.contains(i);
    }
    size_t count = VectorProgram::kOthers;
    std::vector<uint8_t> free;
    const auto take = [&] {
      if (!free.empty()) {
        const uint8_t place = free.back();
        free.pop_back();
        return place;
      }
      if (count == VectorProgram::kMost) throw NoProgram();
      return static_cast<uint8_t>(count++);
    };
    for (const int id : constantIds_) places[id] = take();
    for (size_t i = 0; i < steps_.size(); ++i) {
      const Written& at = steps_[i];
      VectorProgram::Step step{at.step.loop,
                               at.step.function,
                               VectorProgram::kResult,
                               places.at(at.operands[0]),
                               places.at(at.operands[1]),
                               places.at(at.operands[2])};
      // A step may write where it reads.
      for (const int id : std::set(at.operands.begin(), at.operands.end()))
        if (lastUse[id] == i && isOfStep(id)) free.push_back(places[id]);
      if (at.result != result.id) step.to = places[at.result] = take();
      program_->steps_.push_back(step);
    }
    program_->places_ = static_cast<uint8_t>(count);
    const size_t blockBytes = kStepBlock * program_->elementBytes_;
    program_->constantBlocks_.resize(constantIds_.size() * blockBytes);
    for (size_t i = 0; i < constantIds_.size(); ++i)
      fillElements(program_->constantBlocks_.data() + i * blockBytes, program_->constants_[i],
                   kStepBlock, program_->elementBytes_);
  }
  bool isOfStep(int id) const {
    return id >= 6 && std::ranges::find(constantIds_, id) == constantIds_.end();
  }

  const Pointwise& formula_;
  DType dtype_;
  int next_ = 6;  // after operands and numbers
  std::map<uint64_t, int> constants_;
  std::vector<int> constantIds_;
  std::map<std::pair<std::string, std::array<int, 3>>, int> known_;
  std::vector<Written> steps_;
  std::unique_ptr<VectorProgram> program_ = std::make_unique<VectorProgram>();
};

std::unique_ptr<VectorProgram> VectorProgram::write(const Pointwise& formula, DType computed) {
  const Expression* tree = formulaOf(formula);
  std::unique_ptr<VectorProgram> written;
  try {
    if (tree != nullptr) written = ProgramWriter(formula, computed).write(*tree);
  } catch (const NoProgram&) {
  }
  const Loop fused = computed == DType::Float32 ? vectorLoop(formula) : nullptr;
  const bool hasFasterSteps = written && written->isFaster_;
  const Loop loop = fused            ? fused
                    : hasFasterSteps ? nullptr
                                     : formula.loops[static_cast<size_t>(computed)];
  if (loop == nullptr) return written;
  auto program = std::make_unique<VectorProgram>();
  program->loop_ = loop;
  program->arity_ = formula.arity;
  program->givesBool_ = formula.rule == Rule::Bool;
  program->callsFunctions_ = program->isFaster_ = fused != nullptr;
  program->elementBytes_ = tensor::sizeOf(computed);
  return program;
}

const VectorProgram* VectorProgram::find(const Pointwise& formula, DType computed) {
  if (!hasVectorSteps()) return nullptr;
  auto& slot = formula.programs[computed == DType::Float64 ? 1 : 0];
  static const VectorProgram kNone;
  const VectorProgram* known = slot.load(std::memory_order_acquire);
  if (known == nullptr) {
    std::unique_ptr<VectorProgram> written = write(formula, computed);
    const VectorProgram* mine = written ? written.get() : &kNone;
    if (slot.compare_exchange_strong(known, mine, std::memory_order_acq_rel)) {
      known = mine;
      (void)written.release();  // stays for ever
    }
  }
  return known == &kNone ? nullptr : known;
}

// ---- running

VectorRun::VectorRun(const VectorProgram& program, DType dtype, const tensor::Scalar* numbers,
                     int64_t longest)
    : program_(program),
      dtype_(dtype),
      numbers_(numbers),
      block_(program.loop_ ? kLoopBlock : kStepBlock),
      itemBytes_(static_cast<int64_t>(tensor::sizeOf(dtype))),
      resultBytes_(program.givesBool_ ? 1 : itemBytes_),
      isConverted_(program.givesBool_ ? program.loop_ == nullptr : itemBytes_ == 2) {
  for (size_t i = 0; i < program.places_; ++i) at_[i] = place(i);
  if (program.loop_ != nullptr) return;
  const int64_t count = std::min(block_, inLanes(longest));
  const auto numberOf = [&](const tensor::Scalar& number) {
    return program_.elementBytes_ == 4 ? static_cast<double>(numberTo<float>(number))
                                       : numberTo<double>(number);
  };
  for (size_t i = 0; i < 3; ++i)
    if (program.usesNumber_[i])
      fillElements(place(VectorProgram::kNumbers + i), numberOf(numbers[i]), count,
                   program.elementBytes_);
  // Steps only read them.
  for (size_t i = 0; i < program.constants_.size(); ++i)
    at_[VectorProgram::kOthers + i] = const_cast<std::byte*>(program.constantBlocks_.data()) +
                                      i * kStepBlock * program.elementBytes_;
}

namespace {

// The last element fills the place up.
template <typename T>
void collectAll(std::byte* to, const std::byte* from, int64_t step, int64_t count, int64_t all) {
  collect<T>(to, from, step, count);
  auto* out = reinterpret_cast<T*>(to);
  std::fill_n(out + count, all - count, out[count - 1]);
}

}  // namespace

std::byte* VectorRun::operandOf(size_t index, std::byte* from, int64_t step, int64_t count) {
  const int64_t all = inLanes(count);
  std::byte* const to = place(index);
  const bool isDense = step == itemBytes_ && count == all;
  if (itemBytes_ != 2) {
    if (isDense) return from;
    itemBytes_ == 4 ? collectAll<uint32_t>(to, from, step, count, all)
                    : collectAll<uint64_t>(to, from, step, count, all);
    return to;
  }
  alignas(64) std::array<std::byte, kLoopBlock * 2> halves;
  if (!isDense) collectAll<uint16_t>(halves.data(), from, step, count, all);
  widenHalf(reinterpret_cast<float*>(to), isDense ? from : halves.data(), all, dtype_);
  return to;
}

void VectorRun::storeResult(std::byte* to, int64_t step, int64_t count) {
  const std::byte* const from = place(VectorProgram::kResult);
  const auto size = static_cast<size_t>(resultBytes_);
  if (!isConverted_)
    return visitSize(size, [&]<typename T>() { scatter<T>(to, from, step, count); });
  const int64_t all = inLanes(count);
  const bool isDense = step == resultBytes_ && count == all;
  alignas(64) std::array<std::byte, kLoopBlock * 2> narrow;
  std::byte* const written = isDense ? to : narrow.data();
  if (program_.givesBool_)
    maskToBool(reinterpret_cast<bool*>(written), from, all, program_.elementBytes_);
  else
    narrowToHalf(written, reinterpret_cast<const float*>(from), all, dtype_);
  if (!isDense) visitSize(size, [&]<typename T>() { scatter<T>(to, narrow.data(), step, count); });
}

void VectorRun::operator()(std::byte* const* pointers, const int64_t* steps, int64_t count) {
  for (size_t i = 0; i < program_.arity_; ++i)
    if (steps[i + 1] == 0)  // one element for all blocks
      at_[i] = operandOf(i, pointers[i + 1], 0, std::min(block_, inLanes(count)));
  // Whole vectors are read and written in place, the rest by way of this object's memory.
  const int64_t whole = count / kStepLanes * kStepLanes;
  for (int64_t first = 0; first < whole; first += block_)
    runBlock(pointers, steps, first, std::min(block_, whole - first));
  if (whole < count) runBlock(pointers, steps, whole, count - whole);
}

void VectorRun::runBlock(std::byte* const* pointers, const int64_t* steps, int64_t first,
                         int64_t count) {
  const int64_t all = inLanes(count);
  for (size_t i = 0; i < program_.arity_; ++i)
    if (const int64_t step = steps[i + 1])
      at_[i] = operandOf(i, pointers[i + 1] + first * step, step, count);
  std::byte* const to = pointers[0] + first * steps[0];
  const bool isInPlace = steps[0] == resultBytes_ && count == all && !isConverted_;
  at_[VectorProgram::kResult] = isInPlace ? to : place(VectorProgram::kResult);
  if (program_.loop_ != nullptr) {
    std::byte* const places[] = {at_[VectorProgram::kResult], at_[0], at_[1], at_[2]};
    program_.loop_(places, all, numbers_);
  }
  for (const VectorProgram::Step& step : program_.steps_)
    step.loop(at_[step.to], at_[step.x], at_[step.y], at_[step.z], all, step.function);
  if (!isInPlace) storeResult(to, steps[0], count);
}

}  // namespace ts::kernels
