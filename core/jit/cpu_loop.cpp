#include "core/jit/cpu_loop.h"

#include <algorithm>

#include "core/base/vector_bytes.h"
#include "core/jit/vector_functions.h"
#include "core/jit/vector_writer.h"

namespace ts::jit {

using tensor::DType;

namespace {

// More lines have more streams of memory than processors follow.
constexpr int kLinesAtOnce = 4;

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
      stages();
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
                        "{{\nentry:\n{}{}}}\n{}",
                        vectors_.declarations(), slots_ + failureStart_, ir_.text(),
                        size_.isStreamed ? "!0 = !{i32 1}\n" : ""),
            scratch_, columnScratch_, passes_, !failure_.empty()};
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
  // body(i) for i = from, from + step, ... < limit.
  template <typename Body>
  void fromTo(const std::string& from, const std::string& limit, int step, Body body) {
    const std::string slot = newSlot("i64"), again = ir_.block(), inside = ir_.block(),
                      done = ir_.block();
    ir_.line("store i64 {}, ptr {}", from, slot);
    ir_.jump(again);
    ir_.begin(again);
    const std::string i = ir_.value("load i64, ptr {}", slot);
    ir_.branch(ir_.value("icmp slt i64 {}, {}", i, limit), inside, done);
    ir_.begin(inside);
    body(i);
    ir_.line("store i64 {}, ptr {}", ir_.value("add nuw nsw i64 {}, {}", i, step), slot);
    ir_.jump(again);
    ir_.begin(done);
  }
  // body(at, mask, index) for each vector of a line. Its first element is `at`. The last vector
  // ends with the line, so some of its elements are in the vector before as well; `index` counts
  // them twice.
  template <typename Body>
  void blocks(Body body) {
    repeat(
        "%count",
        [&](const std::string& i) {
          const std::string isOver = ir_.value("icmp sgt i64 {}, %last", i);
          body(ir_.value("select i1 {}, i64 %last, i64 {}", isOver, i), "", i);
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
    body(i, "", i);
    const std::string next = ir_.value("add nuw nsw i64 {}, {}", i, size_.lanes());
    ir_.line("store i64 {}, ptr {}", next, slot);
    ir_.branch(ir_.value("icmp slt i64 {}, %last", next), again, more);
    ir_.begin(more);
    ir_.jump(done);
    ir_.begin(done);
    const std::string index = ir_.value("load i64, ptr {}", slot);
    const std::string first = ir_.value("sub i64 {}, %last", index);
    body("%last", vectors_.lanesBetween(first, "%valid"), index);
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
    ir_.line("%wide = add i64 %count, {}", size_.lanes() - 1);
    ir_.line("%whole = and i64 %wide, {}", -size_.lanes());  // elements of whole vectors
    ir_.line("%area = mul i64 %lines, {}", isColumns_ ? "%whole" : "%count");
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
    if (!isColumns_) return;
    const std::string columns = moved("%scratch", ir_.value("mul i64 %area, {}", scratch_));
    for (size_t i = 0; i < loop_.nodes.size(); ++i) {
      columnsAt_.emplace_back();
      if (!levels_.nodes[i].isRow) continue;
      columnsAt_[i] = moved(columns, ir_.value("mul i64 %whole, {}", columnScratch_));
      columnScratch_ += static_cast<int64_t>(columnSize(i));
    }
  }

  // ---- the stages of a row, or of a block of columns

  void stages() {
    if (!isColumns_)
      for (size_t i = 0; i < loop_.inputs.size(); ++i)
        if (isRowInput(i)) rowInputs_[i] = loadRowInput(i);
    for (stage_ = 0; stage_ < levels_.stages; ++stage_) {
      if (hasRowFormula())
        eachRow([&](const std::string&) {
          for (size_t i = 0; i < loop_.nodes.size(); ++i) {
            if (!isRowFormulaNow(i)) continue;
            rowNodes_[i] = computeRow(loop_.nodes[i]);
            if (isColumns_) storeColumns(i, rowNodes_[i]);
          }
        });
      addRowTotals();
      if (hasElements()) elements();
    }
    if (!hasRowOutput()) return;
    eachRow([&](const std::string& at) {
      for (size_t i = 0; i < loop_.outputs.size(); ++i) {
        if (!isRowOutput(i)) continue;
        const VectorValue value = rowNode(loop_.outputs[i].node);
        if (isColumns_)
          rows_.store(value, elementOf(pointers_[i].row, value.dtype, at));
        else
          rows_.storeFirst(value, pointers_[i].row);
      }
    });
  }
  bool isRowInput(size_t i) const { return loop_.inputs[i].isRow && !loop_.inputs[i].isNumber; }
  bool isRowOutput(size_t i) const { return loop_.outputs[i].isRow && !isTotal(i); }
  bool isRowFormulaNow(size_t i) const {
    return levels_.nodes[i].isRow && levels_.nodes[i].stage == stage_ &&
           loop_.nodes[i].formula != nullptr;
  }
  bool hasRowFormula() const {
    for (size_t i = 0; i < loop_.nodes.size(); ++i)
      if (isRowFormulaNow(i)) return true;
    return false;
  }
  bool hasRowOutput() const {
    for (size_t i = 0; i < loop_.outputs.size(); ++i)
      if (isRowOutput(i)) return true;
    return false;
  }

  // ---- the values of columns, which are in scratch memory

  // body(at) for the row, or for each vector of columns.
  template <typename Body>
  void eachRow(Body body) {
    if (!isColumns_) return body("");
    blocks([&](const std::string& at, const std::string&, const std::string& index) {
      startColumns(at, index);
      body(at);
    });
  }
  void startColumns(const std::string& at, const std::string& index) {
    column_ = at;
    columnIndex_ = index;
    for (size_t i = 0; i < loop_.inputs.size(); ++i)
      if (isRowInput(i)) rowInputs_[i] = {};
    rowNodes_.assign(loop_.nodes.size(), {});
  }
  const VectorValue& rowInput(size_t i) {
    if (rowInputs_[i].text.empty()) rowInputs_[i] = loadRowInput(i);
    return rowInputs_[i];
  }
  const VectorValue& rowNode(size_t i) {
    if (rowNodes_[i].text.empty())
      rowNodes_[i] = rows_.convert(rows_.loadComputed(columnType(i), columnsOf(i)),
                                   loop_.nodes[i].types.result);
    return rowNodes_[i];
  }
  void storeColumns(size_t i, const VectorValue& value) {
    rows_.storeComputed(rows_.convert(value, columnType(i)), columnsOf(i));
  }
  DType columnType(size_t i) const {
    const DType type = loop_.nodes[i].types.result;
    return type == DType::Bool ? DType::UInt8 : type;
  }
  size_t columnSize(size_t i) { return rows_.computedSize(columnType(i)); }
  std::string columnsOf(size_t i) {
    return ir_.value("getelementptr [{} x i8], ptr {}, i64 {}", columnSize(i), columnsAt_[i],
                     columnIndex_);
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
      if (!isColumns_ && isReducedNow(i) && changesWithRepetition(loop_.nodes[i].reduction))
        return true;
    for (size_t i = 0; i < loop_.outputs.size(); ++i)
      if (isTotal(i) && isWrittenNow(i)) return true;
    return false;
  }

  void elements() {
    ++passes_;
    if (isColumns_) return elementsOfColumns();
    reduced_.assign(loop_.nodes.size(), {});
    for (size_t i = 0; i < loop_.nodes.size(); ++i)
      if (isReducedNow(i)) {
        const LoopNode& node = loop_.nodes[i];
        reduced_[i] = reductionSlot(node.reduction, node.types.computed, node.types.result);
        storeSlot(reduced_[i], writerOf(reduced_[i]).identity(node.reduction, node.types.result));
      }
    const auto body = [&](const std::string& at, const std::string& mask, const std::string&) {
      element(at, mask);
    };
    const auto line = [&](const std::string& index) {
      startLine(index);
      for (size_t i = 0; i < loop_.inputs.size(); ++i)
        if (isOfLine(i))
          lineInputs_[i] = vectors_.loadSame(loop_.inputs[i].dtype, pointers_[pointerOf_[i]].line);
      vectorsOfLine(body);
    };
    if (loop_.hasLines)
      repeat("%lines", line);
    else
      line("");
    for (size_t i = 0; i < loop_.nodes.size(); ++i)
      if (isReducedNow(i))
        rowNodes_[i] = writerOf(reduced_[i])
                           .joined(loop_.nodes[i].reduction, loadSlot(reduced_[i]), rows_.lanes());
  }
  // Some lines at a time, so that memory is read in order, and the values of columns less often.
  void elementsOfColumns() {
    eachRow([&](const std::string&) {
      for (size_t i = 0; i < loop_.nodes.size(); ++i)
        if (isReducedNow(i))
          storeColumns(i, rows_.identity(loop_.nodes[i].reduction, loop_.nodes[i].types.result));
    });
    const std::string grouped = ir_.value("and i64 %lines, {}", -kLinesAtOnce);
    fromTo("0", grouped, kLinesAtOnce,
           [&](const std::string& line) { linesOfColumns(line, kLinesAtOnce); });
    fromTo(grouped, "%lines", 1, [&](const std::string& line) { linesOfColumns(line, 1); });
  }
  void linesOfColumns(const std::string& first, int count) {
    struct Line {
      std::string index;
      std::vector<std::string> addresses;
    };
    std::vector<Line> lines;
    for (int k = 0; k < count; ++k) {
      Line& line = lines.emplace_back();
      line.index = ir_.value("add i64 {}, {}", first, k);
      startLine(line.index);
      for (const Pointer& pointer : pointers_) line.addresses.push_back(pointer.line);
    }
    vectorsOfLine([&](const std::string& at, const std::string& mask, const std::string& index) {
      startColumns(at, index);
      for (const Line& line : lines) {
        line_ = line.index;
        for (size_t k = 0; k < pointers_.size(); ++k) pointers_[k].line = line.addresses[k];
        element(at, mask);
      }
    });
  }
  template <typename Body>
  void vectorsOfLine(Body body) {
    if (needsMask())
      maskedBlocks(body);
    else
      blocks(body);
  }
  void startLine(const std::string& index) {
    line_ = index;
    lineInputs_.assign(loop_.inputs.size(), {});
    for (Pointer& pointer : pointers_)
      if (!pointer.row.empty())
        pointer.line = index.empty() ? pointer.row
                                     : moved(pointer.row,
                                             ir_.value("mul i64 {}, {}", index, pointer.lineStep));
  }
  bool isOfLine(size_t input) const {
    const LoopInput& argument = loop_.inputs[input];
    return !argument.isNumber && !argument.isRow && argument.step == Step::Same;
  }

  // ---- the elements of one vector

  void element(const std::string& at, const std::string& mask) {
    at_ = at;
    elementInputs_.assign(loop_.inputs.size(), {});
    elementNodes_.assign(loop_.nodes.size(), {});
    for (size_t i = 0; i < loop_.nodes.size(); ++i) {
      if (isSavedNow(i)) vectors_.storeComputed(elementNode(i), savedElement(i));
      if (!isReducedNow(i)) continue;
      const LoopNode& node = loop_.nodes[i];
      const VectorValue value = valueOf(node.operands[0], node.types.computed);
      if (isColumns_) {
        rowNodes_[i] =
            rows_.combine(node.reduction, rows_.convert(value, node.types.result), rowNode(i));
        storeColumns(i, rowNodes_[i]);
      } else {
        accumulate(node.reduction, reduced_[i], value, mask);
      }
    }
    for (size_t i = 0; i < loop_.outputs.size(); ++i) {
      if (!isWrittenNow(i)) continue;
      const VectorValue value = elementNode(loop_.outputs[i].node);
      if (isTotal(i))
        accumulate(Reduction::Sum, totals_[i], value, mask);
      else
        vectors_.store(value, elementOf(pointers_[i].line, value.dtype, at_), size_.isStreamed);
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
      index = ir_.value("add i64 {}, {}", columnIndex_, ir_.value("mul i64 {}, %whole", line_));
    else if (!line_.empty())
      index = ir_.value("add i64 {}, {}", at_, ir_.value("mul i64 {}, %count", line_));
    return ir_.value("getelementptr [{} x i8], ptr {}, i64 {}",
                     vectors_.computedSize(loop_.nodes[node].types.result), savedAt_[node], index);
  }

  VectorValue elementInput(size_t i) {
    const LoopInput& input = loop_.inputs[i];
    if (input.isNumber || input.isRow) return spread(rowInput(i));
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
    if (levels_.nodes[i].isRow) return spread(rowNode(i));
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
      case Kind::Input: return rows_.convert(rowInput(operand.index), type);
      case Kind::Node: return rows_.convert(rowNode(operand.index), type);
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
  std::vector<Slot> totals_;            // by output
  std::vector<std::string> savedAt_;    // by node, the address in scratch memory
  std::vector<Slot> reduced_;           // by node
  int64_t scratch_ = 0;                 // bytes for each element
  std::vector<std::string> columnsAt_;  // by node, the address in scratch memory
  int64_t columnScratch_ = 0;           // bytes for each column
  int passes_ = 0;                      // over the elements of a row
  size_t stage_ = 0;
  // The current column, the place of its values in scratch memory, the line and the element. An
  // empty line is the only one.
  std::string column_, columnIndex_, line_, at_;
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
