#include "core/jit/cpu_loop.h"

#include <algorithm>

#include "core/base/vector_bytes.h"
#include "core/jit/vector_functions.h"
#include "core/jit/vector_writer.h"

namespace ts::jit {

using tensor::DType;

namespace {

using Kind = LoopOperand::Kind;
using Step = LoopInput::Step;

// The stage of each value: all elements of a row pass in stage 0; the value of a reduction is
// known in the stage after that of its operand.
struct Levels {
  struct Level {
    size_t stage = 0;
    bool isRow = false;
  };
  std::vector<Level> nodes;
  std::vector<bool> isSaved;  // kept in scratch memory for later stages
  size_t stages = 1;

  explicit Levels(const FusedLoop& loop) : isSaved(loop.nodes.size()), loop_(loop) {
    for (const LoopNode& node : loop.nodes) {
      Level own{0, true};
      for (const LoopOperand& operand : node.operands) {
        const Level level = of(operand);
        own.stage = std::max(own.stage, level.stage);
        own.isRow &= level.isRow;
      }
      if (node.formula == nullptr) own = {own.stage + 1, true};
      stages = std::max(stages, own.stage + 1);
      nodes.push_back(own);
    }
    for (size_t i = 0; i < loop.nodes.size(); ++i) findSaved(i);
    for (const LoopOutput& output : loop.outputs)
      if (!output.isRow) use(output.node, nodes[output.node].stage);
  }

  Level of(const LoopOperand& operand) const {
    switch (operand.kind) {
      case Kind::Input: {
        const LoopInput& input = loop_.inputs[operand.index];
        return {0, input.isNumber || input.isRow};
      }
      case Kind::Node: return nodes[operand.index];
      case Kind::Position: return {0, false};
      default: return {0, true};
    }
  }
  // The stage in which a reduction node adds up its operand.
  size_t reducedIn(size_t node) const { return nodes[node].stage - 1; }

 private:
  // A value that calls a function is worth its memory; other values are computed again.
  void findSaved(size_t i) {
    const LoopNode& node = loop_.nodes[i];
    const size_t stage = node.formula == nullptr ? reducedIn(i) : nodes[i].stage;
    for (const LoopOperand& operand : node.operands)
      if (operand.kind == Kind::Node) use(operand.index, stage);
  }
  void use(size_t i, size_t stage) {
    if (nodes[i].isRow || nodes[i].stage >= stage) return;
    const LoopNode& node = loop_.nodes[i];
    if (callsFunction(*node.formula)) {
      isSaved[i] = true;
      return;
    }
    for (const LoopOperand& operand : node.operands)
      if (operand.kind == Kind::Node) use(operand.index, stage);
  }
  const FusedLoop& loop_;
};

class LoopWriter {
 public:
  LoopWriter(const FusedLoop& loop, VectorSize size)
      : loop_(loop),
        size_(size),
        levels_(loop),
        isColumns_(loop.form == Form::Columns),
        vectors_(ir_, size.lanes(), size.bytes),
        pairs_(ir_, size.lanes() / 2, size.bytes),
        rows_(ir_, isColumns_ ? size.lanes() : std::max(4, size.bytes / 8), size.bytes) {}

  WrittenLoop write() {
    loadArguments();
    startTotals();
    repeat("%rows", [&](const std::string& row) {
      for (Pointer& pointer : pointers_)
        if (!pointer.rowStep.empty())
          pointer.row = moved(pointer.base, ir_.value("mul i64 {}, {}", row, pointer.rowStep));
      if (isColumns_)
        blocks([&](const std::string& at, const std::string&) { stages(at); });
      else
        stages("");
    });
    for (size_t i = 0; i < loop_.outputs.size(); ++i)
      if (isTotal(i)) writerOf(totals_[i]).store(loadSlot(totals_[i]), pointers_[i].base);
    if (!failure_.empty())
      ir_.line("store i64 {}, ptr {}",
               ir_.value("zext i1 {} to i64", ir_.value("load i1, ptr {}", failure_)),
               ir_.value("getelementptr i8, ptr %size, i64 {}", offsetof(LoopSize, hasFailed)));
    ir_.line("ret void");
    vectors_.addDeclarations(rows_);
    vectors_.addDeclarations(pairs_);
    for (const VectorWriter* writer : {&vectors_, &pairs_, &rows_}) slots_ += writer->slots();
    return {fmt::format("{}define void @fused(ptr noalias %pointers, ptr noalias %steps, ptr "
                        "noalias %numbers, ptr noalias %size, ptr noalias %scratch) nounwind "
                        "{{\nentry:\n{}{}}}\n",
                        vectors_.declarations(), slots_ + failureStart_, ir_.text()),
            scratch_, !failure_.empty()};
  }

 private:
  // ---- control flow

  // A variable in memory, which LLVM turns into a register.
  struct Slot {
    std::string name;
    DType dtype = DType::Int64;
    bool isPaired = false;  // the sums of pairs of lanes
  };
  std::string newSlot(const std::string& type) {
    const std::string name = fmt::format("%slot{}", slotCount_++);
    slots_ += fmt::format("  {} = alloca {}\n", name, type);
    return name;
  }
  VectorWriter& writerOf(const Slot& slot) { return slot.isPaired ? pairs_ : vectors_; }
  // For a reduction of elements of a dtype. Floats are added in pairs before they become doubles,
  // because conversions take longer than the sums. The value of a row has at least its lanes.
  Slot reductionSlot(Reduction reduction, DType element, DType sum) {
    Slot slot{"", sum};
    slot.isPaired = !isColumns_ && reduction == Reduction::Sum && tensor::isFloating(element) &&
                    element != DType::Float64 && pairs_.lanes() >= rows_.lanes();
    slot.name = newSlot(writerOf(slot).typeOf(sum));
    return slot;
  }
  VectorValue loadSlot(const Slot& slot) {
    return {ir_.value("load {}, ptr {}", writerOf(slot).typeOf(slot.dtype), slot.name), slot.dtype};
  }
  void storeSlot(const Slot& slot, const VectorValue& value) {
    ir_.line("store {} {}, ptr {}", writerOf(slot).typeOf(slot.dtype), value.text, slot.name);
  }
  // body(i) for i = 0, step, 2 step, ... < limit; at least once.
  template <typename Body>
  void repeat(const std::string& limit, Body body, int step = 1) {
    const std::string slot = newSlot("i64"), again = ir_.block(), done = ir_.block();
    ir_.line("store i64 0, ptr {}", slot);
    ir_.jump(again);
    ir_.begin(again);
    const std::string i = ir_.value("load i64, ptr {}", slot);
    body(i);
    const std::string next = ir_.value("add nuw nsw i64 {}, {}", i, step);
    ir_.line("store i64 {}, ptr {}", next, slot);
    ir_.branch(ir_.value("icmp slt i64 {}, {}", next, limit), again, done);
    ir_.begin(done);
  }
  // body(at, mask) for the first element of each vector of a line. The last vector ends with the
  // line, so some of its elements are in the vector before as well.
  template <typename Body>
  void blocks(Body body) {
    repeat(
        "%count",
        [&](const std::string& i) {
          const std::string isOver = ir_.value("icmp sgt i64 {}, %last", i);
          body(ir_.value("select i1 {}, i64 %last, i64 {}", isOver, i), "");
        },
        size_.lanes());
  }
  // The same; the mask of the last vector excludes the elements of the vector before. An empty mask
  // includes all elements.
  template <typename Body>
  void maskedBlocks(Body body) {
    const std::string slot = newSlot("i64"), again = ir_.block(), more = ir_.block(),
                      done = ir_.block();
    ir_.line("store i64 0, ptr {}", slot);
    ir_.branch("%isLonger", again, done);
    ir_.begin(again);
    const std::string i = ir_.value("load i64, ptr {}", slot);
    body(i, "");
    const std::string next = ir_.value("add nuw nsw i64 {}, {}", i, size_.lanes());
    ir_.line("store i64 {}, ptr {}", next, slot);
    ir_.branch(ir_.value("icmp slt i64 {}, %last", next), again, more);
    ir_.begin(more);
    ir_.jump(done);
    ir_.begin(done);
    const std::string first = ir_.value("sub i64 {}, %last", ir_.value("load i64, ptr {}", slot));
    body("%last", vectors_.lanesBetween(first, "%valid"));
  }

  // ---- arguments

  struct Pointer {
    std::string base, rowStep, lineStep, elementStep;
    std::string row, line;  // the address of the current row and line
  };
  std::string moved(const std::string& pointer, const std::string& bytes) {
    return ir_.value("getelementptr i8, ptr {}, i64 {}", pointer, bytes);
  }
  std::string field(const char* type, const char* base, size_t bytes) {
    return ir_.value("load {}, ptr {}", type,
                     ir_.value("getelementptr i8, ptr {}, i64 {}", base, bytes));
  }
  void loadArguments() {
    for (const auto& [name, offset] : {std::pair{"rows", offsetof(LoopSize, rows)},
                                       {"lines", offsetof(LoopSize, lines)},
                                       {"count", offsetof(LoopSize, count)},
                                       {"valid", offsetof(LoopSize, valid)}})
      ir_.line("%{} = load i64, ptr {}", name,
               ir_.value("getelementptr i8, ptr %size, i64 {}", offset));
    ir_.line("%last = sub i64 %count, {}", size_.lanes());
    ir_.line("%isLonger = icmp sgt i64 %last, 0");
    ir_.line("%area = mul i64 %lines, {}",
             isColumns_ ? std::to_string(size_.lanes()) : std::string("%count"));
    size_t slot = 0;
    const auto next = [&](bool hasSteps) {
      Pointer pointer{field("ptr", "%pointers", slot * sizeof(void*)), "", "", "", "", ""};
      if (hasSteps) {
        const size_t at = slot * sizeof(LoopSteps);
        pointer.rowStep = field("i64", "%steps", at + offsetof(LoopSteps, row));
        pointer.lineStep = field("i64", "%steps", at + offsetof(LoopSteps, line));
        pointer.elementStep = field("i64", "%steps", at + offsetof(LoopSteps, element));
      }
      ++slot;
      return pointer;
    };
    for (size_t i = 0; i < loop_.outputs.size(); ++i) pointers_.push_back(next(!isTotal(i)));
    size_t numbers = 0;
    for (const LoopInput& input : loop_.inputs) {
      pointerOf_.push_back(pointers_.size());
      if (input.isNumber) {
        rowInputs_.push_back(rows_.loadSame(
            input.dtype, ir_.value("getelementptr i64, ptr %numbers, i64 {}", numbers++)));
      } else {
        rowInputs_.emplace_back();
        pointers_.push_back(next(true));
      }
    }
    rowNodes_.resize(loop_.nodes.size());
    for (size_t i = 0; i < loop_.nodes.size(); ++i) {
      savedAt_.emplace_back();
      if (!levels_.isSaved[i]) continue;
      savedAt_[i] = moved("%scratch", ir_.value("mul i64 %area, {}", scratch_));
      scratch_ += static_cast<int64_t>(vectors_.computedSize(loop_.nodes[i].types.result));
    }
  }

  // ---- the stages of a row, or of as many columns as lanes

  void stages(const std::string& column) {
    column_ = column;
    for (size_t i = 0; i < loop_.inputs.size(); ++i)
      if (loop_.inputs[i].isRow && !loop_.inputs[i].isNumber) rowInputs_[i] = loadRowInput(i);
    for (stage_ = 0; stage_ < levels_.stages; ++stage_) {
      for (size_t i = 0; i < loop_.nodes.size(); ++i)
        if (levels_.nodes[i].isRow && levels_.nodes[i].stage == stage_ &&
            loop_.nodes[i].formula != nullptr)
          rowNodes_[i] = computeRow(loop_.nodes[i]);
      addRowTotals();
      if (hasElements()) elements();
    }
    for (size_t i = 0; i < loop_.outputs.size(); ++i) {
      if (!loop_.outputs[i].isRow || isTotal(i)) continue;
      const VectorValue& value = rowNodes_[loop_.outputs[i].node];
      if (isColumns_)
        rows_.store(value, elementOf(pointers_[i].row, value.dtype, column_));
      else
        rows_.storeFirst(value, pointers_[i].row);
    }
  }
  VectorValue loadRowInput(size_t i) {
    const LoopInput& input = loop_.inputs[i];
    const Pointer& pointer = pointers_[pointerOf_[i]];
    if (!isColumns_ || input.step == Step::Same) return rows_.loadSame(input.dtype, pointer.row);
    return load(input, pointer, pointer.row, column_);
  }
  VectorValue load(const LoopInput& input, const Pointer& pointer, const std::string& base,
                   const std::string& at) {
    if (input.step == Step::Next)
      return vectors_.load(input.dtype, elementOf(base, input.dtype, at));
    if (input.step == Step::Back)
      return vectors_.loadBackwards(
          input.dtype,
          elementOf(base, input.dtype, ir_.value("sub i64 {}, {}", 1 - size_.lanes(), at)));
    const std::string first = moved(base, ir_.value("mul i64 {}, {}", at, pointer.elementStep));
    return vectors_.loadApart(input.dtype, first, pointer.elementStep);
  }
  std::string elementOf(const std::string& pointer, DType dtype, const std::string& at) {
    return ir_.value("getelementptr [{} x i8], ptr {}, i64 {}", tensor::sizeOf(dtype), pointer, at);
  }

  // True if the current stage reads elements.
  bool hasElements() const {
    for (size_t i = 0; i < loop_.nodes.size(); ++i)
      if (isReducedNow(i) || isSavedNow(i)) return true;
    for (size_t i = 0; i < loop_.outputs.size(); ++i)
      if (isWrittenNow(i)) return true;
    return false;
  }
  bool isReducedNow(size_t node) const {
    return loop_.nodes[node].formula == nullptr && levels_.reducedIn(node) == stage_;
  }
  bool isSavedNow(size_t node) const {
    return levels_.isSaved[node] && levels_.nodes[node].stage == stage_;
  }
  bool isWrittenNow(size_t output) const {
    return !loop_.outputs[output].isRow &&
           levels_.nodes[loop_.outputs[output].node].stage == stage_;
  }
  // True if an element that is reduced twice changes the result.
  static bool changesWithRepetition(Reduction reduction) {
    return reduction == Reduction::Sum || reduction == Reduction::Product;
  }
  bool needsMask() const {
    for (size_t i = 0; i < loop_.nodes.size(); ++i)
      if (isReducedNow(i) && changesWithRepetition(loop_.nodes[i].reduction)) return !isColumns_;
    for (size_t i = 0; i < loop_.outputs.size(); ++i)
      if (isTotal(i) && isWrittenNow(i)) return true;
    return false;
  }

  void elements() {
    std::vector<Slot> reduced(loop_.nodes.size());
    for (size_t i = 0; i < loop_.nodes.size(); ++i)
      if (isReducedNow(i)) {
        const LoopNode& node = loop_.nodes[i];
        reduced[i] = reductionSlot(node.reduction, node.types.computed, node.types.result);
        storeSlot(reduced[i], writerOf(reduced[i]).identity(node.reduction, node.types.result));
      }
    const auto body = [&](const std::string& at, const std::string& mask) {
      element(at, mask, reduced);
    };
    const auto line = [&](const std::string& index) {
      line_ = index;
      lineInputs_.assign(loop_.inputs.size(), {});
      for (Pointer& pointer : pointers_)
        if (!pointer.row.empty())
          pointer.line =
              index.empty()
                  ? pointer.row
                  : moved(pointer.row, ir_.value("mul i64 {}, {}", index, pointer.lineStep));
      if (!isColumns_)
        for (size_t i = 0; i < loop_.inputs.size(); ++i)
          if (isOfLine(i))
            lineInputs_[i] =
                vectors_.loadSame(loop_.inputs[i].dtype, pointers_[pointerOf_[i]].line);
      if (isColumns_)
        body(column_, "");
      else if (needsMask())
        maskedBlocks(body);
      else
        blocks(body);
    };
    if (isColumns_ || loop_.hasLines)
      repeat("%lines", line);
    else
      line("");
    for (size_t i = 0; i < loop_.nodes.size(); ++i)
      if (isReducedNow(i))
        rowNodes_[i] =
            isColumns_ ? loadSlot(reduced[i])
                       : writerOf(reduced[i])
                             .joined(loop_.nodes[i].reduction, loadSlot(reduced[i]), rows_.lanes());
  }
  bool isOfLine(size_t input) const {
    const LoopInput& argument = loop_.inputs[input];
    return !argument.isNumber && !argument.isRow && argument.step == Step::Same;
  }

  // ---- the elements of one vector

  void element(const std::string& at, const std::string& mask, const std::vector<Slot>& reduced) {
    at_ = at;
    elementInputs_.assign(loop_.inputs.size(), {});
    elementNodes_.assign(loop_.nodes.size(), {});
    for (size_t i = 0; i < loop_.nodes.size(); ++i) {
      if (isSavedNow(i)) vectors_.storeComputed(elementNode(i), savedElement(i));
      if (!isReducedNow(i)) continue;
      const LoopNode& node = loop_.nodes[i];
      accumulate(node.reduction, reduced[i], valueOf(node.operands[0], node.types.computed), mask);
    }
    for (size_t i = 0; i < loop_.outputs.size(); ++i) {
      if (!isWrittenNow(i)) continue;
      const VectorValue value = elementNode(loop_.outputs[i].node);
      if (isTotal(i))
        accumulate(Reduction::Sum, totals_[i], value, mask);
      else
        vectors_.store(value, elementOf(pointers_[i].line, value.dtype, at_));
    }
  }
  void accumulate(Reduction reduction, const Slot& slot, VectorValue value,
                  const std::string& mask) {
    if (changesWithRepetition(reduction) && !mask.empty())
      value = vectors_.masked(reduction, value, mask);
    if (slot.isPaired) value = vectors_.halved(reduction, vectors_.convert(value, DType::Float32));
    VectorWriter& writer = writerOf(slot);
    storeSlot(slot, writer.combine(reduction, writer.convert(value, slot.dtype), loadSlot(slot)));
  }
  std::string savedElement(size_t node) {
    std::string index = at_;
    if (isColumns_)
      index = ir_.value("mul i64 {}, {}", line_, size_.lanes());
    else if (!line_.empty())
      index = ir_.value("add i64 {}, {}", at_, ir_.value("mul i64 {}, %count", line_));
    return ir_.value("getelementptr [{} x i8], ptr {}, i64 {}",
                     vectors_.computedSize(loop_.nodes[node].types.result), savedAt_[node], index);
  }

  VectorValue elementInput(size_t i) {
    const LoopInput& input = loop_.inputs[i];
    if (input.isNumber || input.isRow) return spread(rowInputs_[i]);
    if (!elementInputs_[i].text.empty()) return elementInputs_[i];
    const Pointer& pointer = pointers_[pointerOf_[i]];
    if (input.step != Step::Same)
      elementInputs_[i] = load(input, pointer, pointer.line, at_);
    else
      elementInputs_[i] =
          isColumns_ ? vectors_.loadSame(input.dtype, pointer.line) : lineInputs_[i];
    return elementInputs_[i];
  }
  VectorValue elementNode(size_t i) {
    if (levels_.nodes[i].isRow) return spread(rowNodes_[i]);
    if (!elementNodes_[i].text.empty()) return elementNodes_[i];
    const LoopNode& node = loop_.nodes[i];
    if (levels_.isSaved[i] && levels_.nodes[i].stage < stage_) {
      elementNodes_[i] = vectors_.loadComputed(node.types.result, savedElement(i));
      return elementNodes_[i];
    }
    std::vector<VectorValue> arguments;
    for (const LoopOperand& operand : node.operands)
      arguments.push_back(valueOf(operand, node.types.computed));
    elementNodes_[i] = evaluate(vectors_, node, arguments);
    return elementNodes_[i];
  }
  // A value of a row in all lanes.
  VectorValue spread(const VectorValue& value) {
    return isColumns_ ? value : vectors_.spread(value, rows_.lanes());
  }
  VectorValue valueOf(const LoopOperand& operand, DType type) {
    switch (operand.kind) {
      case Kind::Constant: return vectors_.constant(type, operand.constant);
      case Kind::Input: return vectors_.convert(elementInput(operand.index), type);
      case Kind::Node: return vectors_.convert(elementNode(operand.index), type);
      case Kind::Position:
        if (isColumns_) return vectors_.convert(vectors_.samePosition(line_), type);
        if (loop_.hasLines) throw NoCode{"positions need rows of one line"};
        return vectors_.convert(vectors_.positions(at_), type);
      default: return vectors_.convert(spread(elementCount()), type);
    }
  }

  // ---- the values of a row

  VectorValue elementCount() {
    return rows_.loadSame(DType::Float64, ir_.value("getelementptr i8, ptr %size, i64 {}",
                                                    offsetof(LoopSize, elements)));
  }
  VectorValue rowValueOf(const LoopOperand& operand, DType type) {
    switch (operand.kind) {
      case Kind::Constant: return rows_.constant(type, operand.constant);
      case Kind::Input: return rows_.convert(rowInputs_[operand.index], type);
      case Kind::Node: return rows_.convert(rowNodes_[operand.index], type);
      default: return rows_.convert(elementCount(), type);
    }
  }
  VectorValue computeRow(const LoopNode& node) {
    std::vector<VectorValue> arguments;
    for (const LoopOperand& operand : node.operands)
      arguments.push_back(rowValueOf(operand, node.types.computed));
    return evaluate(rows_, node, arguments);
  }
  // Half precision is computed in single precision, and rounded at the end.
  VectorValue evaluate(VectorWriter& writer, const LoopNode& node,
                       std::vector<VectorValue>& arguments) {
    DType type = node.types.computed;
    if (isHalf(type)) {
      type = DType::Float32;
      for (VectorValue& argument : arguments) argument = writer.convert(argument, type);
    }
    const VectorValue result = writer.evaluate(*node.formula, type, node.names, arguments);
    for (const std::string& mask : writer.takeFailures()) addFailure(writer, mask);
    return writer.convert(result, node.types.result);
  }
  void addFailure(VectorWriter& writer, const std::string& mask) {
    if (failure_.empty()) {
      failure_ = newSlot("i1");
      failureStart_ = fmt::format("  store i1 false, ptr {}\n", failure_);
    }
    const std::string before = ir_.value("load i1, ptr {}", failure_);
    ir_.line("store i1 {}, ptr {}", ir_.value("or i1 {}, {}", before, writer.anyLane(mask)),
             failure_);
  }

  // ---- the sums of all elements

  bool isTotal(size_t output) const { return loop_.outputs[output].reduction != Reduction::None; }
  void startTotals() {
    totals_.resize(loop_.outputs.size());
    for (size_t i = 0; i < totals_.size(); ++i) {
      if (!isTotal(i)) continue;
      const DType element = loop_.nodes[loop_.outputs[i].node].types.result;
      // Values of rows are converted to the type of the sum.
      const DType added = loop_.outputs[i].isRow ? sumType(element) : element;
      totals_[i] = reductionSlot(Reduction::Sum, added, sumType(element));
      storeSlot(totals_[i], writerOf(totals_[i]).load(totals_[i].dtype, pointers_[i].base));
    }
  }
  // Values of rows are added once for each row, in the first lane.
  void addRowTotals() {
    for (size_t i = 0; i < loop_.outputs.size(); ++i) {
      if (!isTotal(i) || !loop_.outputs[i].isRow) continue;
      const size_t node = loop_.outputs[i].node;
      if (levels_.nodes[node].stage != stage_) continue;
      if (isColumns_) throw NoCode{"columns are summarised and added up"};
      const VectorValue value = spread(rows_.convert(rowNodes_[node], totals_[i].dtype));
      accumulate(Reduction::Sum, totals_[i], value, vectors_.lanesBetween("0", "1"));
    }
  }

  const FusedLoop& loop_;
  const VectorSize size_;
  const Levels levels_;
  const bool isColumns_;
  IrText ir_;
  VectorWriter vectors_, pairs_, rows_;  // for elements, for sums of pairs, for values of rows
  std::string slots_;
  int slotCount_ = 0;
  // The variable that tells of a failure, and the instruction that sets it to false; empty: the
  // loop cannot fail.
  std::string failure_, failureStart_;
  std::vector<Pointer> pointers_;  // the outputs, then the tensors among the inputs
  std::vector<size_t> pointerOf_;  // by input
  std::vector<VectorValue> rowInputs_, rowNodes_;
  std::vector<VectorValue> lineInputs_, elementInputs_, elementNodes_;
  std::vector<Slot> totals_;          // by output
  std::vector<std::string> savedAt_;  // by node, the address in scratch memory
  int64_t scratch_ = 0;               // bytes for each element
  size_t stage_ = 0;
  std::string column_, line_, at_;  // the current column, line and element; empty: the only line
};

}  // namespace

VectorSize vectorSize() { return {vectorBytes()}; }

VectorSize vectorSizeFor(const FusedLoop& loop, int bytes) {
  VectorSize size{bytes};
  size.isForDoubles = std::ranges::any_of(loop.inputs, [](const LoopInput& input) {
    return !input.isNumber && input.dtype == DType::Float64;
  });
  return size;
}

std::optional<WrittenLoop> writeLoop(const FusedLoop& loop, VectorSize size, std::string* problem) {
  try {
    return LoopWriter(loop, size).write();
  } catch (const NoCode& missing) {
    if (problem != nullptr) *problem = missing.reason;
    return std::nullopt;
  }
}

}  // namespace ts::jit
