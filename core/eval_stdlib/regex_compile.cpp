#include "core/eval_stdlib/regex.h"

namespace ts::eval::regex {
namespace {

constexpr size_t kMaxProgram = 200'000;

// The minimum and maximum number of characters that a node matches (kNoLimit: unlimited).
struct Width {
  int64_t least, most;
};

Width widthOf(const Node& node) {
  auto child = [&](size_t i) { return widthOf(node.children[i]); };
  switch (node.kind) {
    case NodeKind::Char:
    case NodeKind::Any:
    case NodeKind::Set: return {1, 1};
    case NodeKind::Sequence: {
      Width sum{0, 0};
      for (const Node& part : node.children) {
        Width width = widthOf(part);
        sum.least += width.least;
        sum.most =
            sum.most == kNoLimit || width.most == kNoLimit ? kNoLimit : sum.most + width.most;
      }
      return sum;
    }
    case NodeKind::Choice:
    case NodeKind::Conditional: {
      Width all = child(0);
      if (node.kind == NodeKind::Conditional && node.children.size() == 1) all.least = 0;
      for (const Node& part : node.children) {
        Width width = widthOf(part);
        all.least = std::min(all.least, width.least);
        all.most = all.most == kNoLimit || width.most == kNoLimit ? kNoLimit
                                                                  : std::max(all.most, width.most);
      }
      return all;
    }
    case NodeKind::Repeat: {
      Width width = child(0);
      bool open = (node.most == kNoLimit && width.most != 0) || width.most == kNoLimit;
      return {width.least * node.least, open ? kNoLimit : width.most * node.most};
    }
    case NodeKind::Group:
    case NodeKind::Plain:
    case NodeKind::Atomic: return child(0);
    case NodeKind::BackReference: return {0, kNoLimit};
    default: return {0, 0};
  }
}

class Compiler {
 public:
  explicit Compiler(const Tree& tree) {
    program_.groups = tree.groups;
    program_.slots = 2 * (tree.groups + 1);
    emitNode(tree.root);
    emit(Op::Done, tree.root);
  }
  CompiledPattern take() { return std::move(program_); }

 private:
  size_t emit(Op op, const Node& node, int32_t a = 0, int32_t b = 0, uint8_t flag = 0) {
    if (program_.code.size() >= kMaxProgram) throw Error{"the pattern is too large", -1};
    program_.code.push_back({op, flag, static_cast<uint16_t>(node.flags), a, b});
    return program_.code.size() - 1;
  }
  int32_t here() const { return static_cast<int32_t>(program_.code.size()); }
  Instruction& at(size_t index) { return program_.code[index]; }

  void emitNode(const Node& node) {
    switch (node.kind) {
      case NodeKind::Empty: break;
      case NodeKind::Char: emit(Op::Char, node, static_cast<int32_t>(node.code)); break;
      case NodeKind::Any: emit(Op::Any, node); break;
      case NodeKind::Set:
        program_.sets.push_back(node.set);
        emit(Op::Set, node, static_cast<int32_t>(program_.sets.size() - 1));
        break;
      case NodeKind::Sequence:
        for (const Node& part : node.children) emitNode(part);
        break;
      case NodeKind::Choice: emitChoice(node); break;
      case NodeKind::Repeat: emitRepeat(node); break;
      case NodeKind::Group:
        emit(Op::Save, node, 2 * node.group);
        emitNode(node.children[0]);
        emit(Op::Save, node, 2 * node.group + 1);
        break;
      case NodeKind::Plain: emitNode(node.children[0]); break;
      case NodeKind::BackReference: emit(Op::BackReference, node, node.group); break;
      case NodeKind::Look: emitLook(node); break;
      case NodeKind::Atomic: emitAtomic(node, [&] { emitNode(node.children[0]); }); break;
      case NodeKind::Conditional: emitConditional(node); break;
      case NodeKind::LineStart: emit(Op::LineStart, node); break;
      case NodeKind::LineEnd: emit(Op::LineEnd, node); break;
      case NodeKind::TextStart: emit(Op::TextStart, node); break;
      case NodeKind::TextEnd: emit(Op::TextEnd, node); break;
      case NodeKind::WordBoundary: emit(Op::WordBoundary, node); break;
      case NodeKind::NotWordBoundary: emit(Op::NotWordBoundary, node); break;
    }
  }

  void emitChoice(const Node& node) {
    std::vector<size_t> jumps;
    for (size_t i = 0; i < node.children.size(); ++i) {
      bool last = i + 1 == node.children.size();
      size_t split = last ? 0 : emit(Op::Split, node, here() + 1);
      emitNode(node.children[i]);
      if (last) break;
      jumps.push_back(emit(Op::Jump, node));
      at(split).b = here();
    }
    for (size_t jump : jumps) at(jump).a = here();
  }

  static bool isOne(const Node& node) {
    return node.kind == NodeKind::Char || node.kind == NodeKind::Any || node.kind == NodeKind::Set;
  }

  void emitRepeat(const Node& node) {
    const Node& body = node.children[0];
    if (isOne(body)) {
      emit(Op::RepeatOne, node, node.least, node.most, node.possessive ? 2 : node.lazy ? 1 : 0);
      emitNode(body);
      return;
    }
    if (node.possessive) {
      emitAtomic(node, [&] { emitLoop(node, body); });
      return;
    }
    emitLoop(node, body);
  }

  size_t emitSplit(const Node& node) { return emit(Op::Split, node); }
  // Completes a split between the body at `enter` and the exit at `leave`.
  void setSplit(size_t split, const Node& node, int32_t enter, int32_t leave) {
    at(split).a = node.lazy ? leave : enter;
    at(split).b = node.lazy ? enter : leave;
  }

  void emitLoop(const Node& node, const Node& body) {
    for (int32_t i = 0; i < node.least; ++i) emitNode(body);
    if (node.most == kNoLimit) {
      int32_t slot = program_.slots++;
      size_t split = emitSplit(node);
      emit(Op::Mark, node, slot);
      emitNode(body);
      size_t progress = emit(Op::Progress, node, slot);
      emit(Op::Jump, node, static_cast<int32_t>(split));
      setSplit(split, node, static_cast<int32_t>(split) + 1, here());
      at(progress).b = here();
      return;
    }
    std::vector<size_t> splits;
    for (int32_t i = node.least; i < node.most; ++i) {
      splits.push_back(emitSplit(node));
      emitNode(body);
    }
    for (size_t split : splits) setSplit(split, node, static_cast<int32_t>(split) + 1, here());
  }

  template <typename Body>
  void emitAtomic(const Node& node, Body&& body) {
    size_t atomic = emit(Op::Atomic, node);
    body();
    emit(Op::Done, node);
    at(atomic).b = here();
  }

  void emitLook(const Node& node) {
    int32_t back = 0;
    if (node.behind) {
      Width width = widthOf(node.children[0]);
      if (width.least != width.most) throw Error{"look-behind requires fixed-width pattern", -1};
      back = static_cast<int32_t>(width.least);
    }
    size_t look = emit(Op::Look, node, back, 0,
                       static_cast<uint8_t>((node.negative ? 1 : 0) | (node.behind ? 2 : 0)));
    emitNode(node.children[0]);
    emit(Op::Done, node);
    at(look).b = here();
  }

  void emitConditional(const Node& node) {
    size_t test = emit(Op::IfGroup, node, node.group);
    emitNode(node.children[0]);
    if (node.children.size() == 1) {
      at(test).b = here();
      return;
    }
    size_t jump = emit(Op::Jump, node);
    at(test).b = here();
    emitNode(node.children[1]);
    at(jump).a = here();
  }

  CompiledPattern program_;
};

}  // namespace

CompiledPattern compile(const Tree& tree) { return Compiler(tree).take(); }

}  // namespace ts::eval::regex
