#include "core/jit/fused_loop.h"

#include <unordered_map>

#include "core/jit/llvm.h"
#include "core/jit/vector_writer.h"

namespace ts::jit {

using tensor::DType;

namespace {

const Expression& formulaOf(const kernels::Pointwise& formula) {
  static thread_local std::unordered_map<const kernels::Pointwise*, std::optional<Expression>>
      known;
  auto [found, isNew] = known.try_emplace(&formula);
  if (isNew) found->second = parseFormula(formula.formula);
  if (!found->second) throw NoCode();
  return *found->second;
}

class LoopWriter {
 public:
  LoopWriter(const FusedLoop& loop, VectorSize size)
      : loop_(loop), size_(size), vectors_(ir_, size.lanes(), size.bytes) {}

  std::string write() {
    ir_.begin("entry");
    loadPointers();
    loadSame();
    const std::string counted = loadSums();
    ir_.jump("loop");
    ir_.begin("loop");
    ir_.line("%i = phi i64 [ 0, %entry ], [ %next, %loop ]");
    for (size_t i = 0; i < sums_.size(); ++i)
      if (isSum(i))
        ir_.line("%sum{} = phi {} [ {}, %entry ], [ %total{}, %loop ]", i,
                 vectors_.typeOf(sums_[i].dtype), sums_[i].text, i);
    for (size_t i = 0; i < loop_.inputs.size(); ++i)
      if (values_[i].text.empty())
        values_[i] =
            vectors_.load(loop_.inputs[i].dtype, element(pointers_[i], loop_.inputs[i].dtype));
    for (const LoopNode& node : loop_.nodes) compute(node);
    for (size_t i = 0; i < loop_.outputs.size(); ++i) {
      const VectorValue& value = results_[loop_.outputs[i].node];
      if (isSum(i))
        add(i, value, counted);
      else
        vectors_.store(value, element(outputs_[i], value.dtype));
    }
    ir_.line("%next = add nuw nsw i64 %i, {}", size_.lanes());
    ir_.branch(ir_.value("icmp slt i64 %next, %count"), "loop", "done");
    ir_.begin("done");
    for (size_t i = 0; i < sums_.size(); ++i)
      if (isSum(i)) vectors_.store({fmt::format("%total{}", i), sums_[i].dtype}, outputs_[i]);
    ir_.line("ret void");
    return fmt::format(
        "{}define void @fused(ptr noalias %pointers, ptr noalias %numbers, i64 %count, "
        "i64 %valid) nounwind {{\n{}}}\n",
        vectors_.declarations(), ir_.text());
  }

 private:
  void loadPointers() {
    size_t slot = 0;
    const auto next = [&] {
      const std::string place = ir_.value("getelementptr ptr, ptr %pointers, i64 {}", slot++);
      return ir_.value("load ptr, ptr {}", place);
    };
    for (size_t i = 0; i < loop_.outputs.size(); ++i) outputs_.push_back(next());
    pointers_.resize(loop_.inputs.size());
    for (size_t i = 0; i < loop_.inputs.size(); ++i)
      if (!loop_.inputs[i].isNumber) pointers_[i] = next();
  }
  // The inputs that all elements share.
  void loadSame() {
    values_.resize(loop_.inputs.size());
    size_t slot = 0;
    for (size_t i = 0; i < loop_.inputs.size(); ++i) {
      const LoopInput& input = loop_.inputs[i];
      if (input.isNumber)
        values_[i] = vectors_.loadSame(
            input.dtype, ir_.value("getelementptr i64, ptr %numbers, i64 {}", slot++));
      else if (input.isBroadcast)
        values_[i] = vectors_.loadSame(input.dtype, pointers_[i]);
    }
  }
  // ---- sums

  bool isSum(size_t output) const { return loop_.outputs[output].reduction != Reduction::None; }
  // Returns the lanes that sums include.
  std::string loadSums() {
    sums_.resize(loop_.outputs.size());
    bool any = false;
    for (size_t i = 0; i < sums_.size(); ++i) {
      if (!isSum(i)) continue;
      any = true;
      const DType element = loop_.nodes[loop_.outputs[i].node].types.result;
      sums_[i] = vectors_.load(sumType(element), outputs_[i]);
    }
    return any ? vectors_.lanesBelow("%valid") : "";
  }
  void add(size_t output, const VectorValue& value, const std::string& counted) {
    const VectorValue wide = vectors_.convert(value, sums_[output].dtype);
    const bool isFloat = wide.dtype == DType::Float64;
    const std::string type = vectors_.typeOf(wide.dtype);
    const std::string added = ir_.value("select <{} x i1> {}, {} {}, {} zeroinitializer",
                                        size_.lanes(), counted, type, wide.text, type);
    ir_.line("%total{} = {} {} %sum{}, {}", output, isFloat ? "fadd" : "add", type, output, added);
  }

  std::string element(const std::string& pointer, DType dtype) {
    return ir_.value("getelementptr [{} x i8], ptr {}, i64 %i", tensor::sizeOf(dtype), pointer);
  }

  VectorValue valueOf(const LoopOperand& operand, DType type) {
    if (operand.kind == LoopOperand::Kind::Constant)
      return vectors_.constant(type, operand.constant);
    const auto& known = operand.kind == LoopOperand::Kind::Input ? values_ : results_;
    return vectors_.convert(known[operand.index], type);
  }
  void compute(const LoopNode& node) {
    std::string names = std::string("xyz").substr(0, node.operands.size());
    names += std::string("pqr").substr(0, node.numbers.size());
    std::vector<VectorValue> arguments;
    for (const auto* operands : {&node.operands, &node.numbers})
      for (const LoopOperand& operand : *operands)
        arguments.push_back(valueOf(operand, node.types.computed));
    const VectorValue value =
        vectors_.evaluate(formulaOf(*node.formula), node.types.computed, names, arguments);
    results_.push_back(vectors_.convert(value, node.types.result));
  }

  const FusedLoop& loop_;
  VectorSize size_;
  IrText ir_;
  VectorWriter vectors_;
  std::vector<std::string> outputs_, pointers_;
  std::vector<VectorValue> values_, results_;
  std::vector<VectorValue> sums_;  // by output, before the loop
};

}  // namespace

VectorSize vectorSize() {
  static const int bytes = [] {
    const std::string features = processor();
    const auto has = [&](std::string_view name) {
      return features.find(name) != std::string::npos;
    };
    return has("+avx512f") ? 64 : has("+avx2") ? 32 : 16;
  }();
  return {bytes};
}

std::optional<std::string> writeLoop(const FusedLoop& loop, VectorSize size) {
  try {
    return LoopWriter(loop, size).write();
  } catch (const NoCode&) {
    return std::nullopt;
  }
}

}  // namespace ts::jit
