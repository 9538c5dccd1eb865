// match statements.
#include "core/eval/codegen/codegen_at.h"

namespace ts::eval {

using namespace syntax;

// Places the label and cuts the stack to `depth`: jumps to the label may leave more values.
void Codegen::cut(Label& label, uint32_t depth) {
  place(label);
  depth_ = depth;
  emit(Opcode::Cut, depth);
}

void Codegen::match(const Match& node) {
  expr(*node.subject);
  uint32_t depth = depth_;
  Label end;
  uint32_t outerJoin = std::exchange(join_, joinAt(end));
  for (const MatchCase* matchCase : node.cases) {
    At at(*this, matchCase->pattern->span);
    Label fail;
    emit(Opcode::Copy, 1);
    pattern(*matchCase->pattern, fail);
    if (matchCase->guard) branch(*matchCase->guard, fail, false, join_);
    emit(Opcode::Pop);
    body(matchCase->body);
    depth_ = depth - 1;
    jumpSilently(end);
    cut(fail, depth);
  }
  emit(Opcode::Pop);
  place(end);
  join_ = outerJoin;
}

void Codegen::capture(const Identifier& name) {
  if (name) {
    storeName(mangle(name.text));
  } else {
    emit(Opcode::Pop);
  }
}

void Codegen::pattern(const Pattern& node, Label& fail) {
  At at(*this, node.span);
  switch (node.kind) {
    case PatternKind::MatchValue:
      expr(*as<MatchValue>(node).value);
      emit(Opcode::Compare, 0, 0, static_cast<uint32_t>(CompareOperator::Eq));
      return jump(Opcode::PopJumpIfFalse, fail, join_);
    case PatternKind::MatchSingleton: {
      ConstantKind kind = as<MatchSingleton>(node).value;
      load(kind == ConstantKind::None ? Value::none() : Value::boolean(kind == ConstantKind::True));
      emit(Opcode::Is);
      return jump(Opcode::PopJumpIfFalse, fail, join_);
    }
    case PatternKind::MatchSequence: return patternSequence(as<MatchList>(node), fail);
    case PatternKind::MatchMapping: return patternMapping(as<MatchMapping>(node), fail);
    case PatternKind::MatchClass: return patternClass(as<MatchClass>(node), fail);
    case PatternKind::MatchStar: return capture(as<MatchStar>(node).name);
    case PatternKind::MatchAs: {
      const auto& named = as<MatchAs>(node);
      if (named.pattern) {
        if (named.name) emit(Opcode::Copy, 1);
        pattern(*named.pattern, fail);
        if (named.name) capture(named.name);
        return;
      }
      return capture(named.name);
    }
    case PatternKind::MatchOr: return patternOr(as<MatchList>(node), fail);
    case PatternKind::Error: emit(Opcode::Pop); return;
  }
}

void Codegen::patternParts(std::span<Pattern* const> parts, Label& fail) {
  for (const Pattern* part : parts) pattern(*part, fail);
}

void Codegen::patternSequence(const MatchList& node, Label& fail) {
  uint32_t count = static_cast<uint32_t>(node.patterns.size()), star = count;
  for (uint32_t i = 0; i < count; ++i)
    if (node.patterns[i]->kind == PatternKind::MatchStar) star = i;
  emit(Opcode::MatchSequence, star < count ? count - 1 : count, 0, star < count ? 1 : 0);
  jump(Opcode::PopJumpIfFalse, fail, join_);
  if (star < count) {
    emit(Opcode::UnpackEx, star, count - star - 1);
  } else {
    emit(Opcode::UnpackSequence, count);
  }
  patternParts(node.patterns, fail);
}

void Codegen::patternMapping(const MatchMapping& node, Label& fail) {
  emit(Opcode::MatchMapping, static_cast<uint32_t>(node.keys.size()));
  jump(Opcode::PopJumpIfFalse, fail, join_);
  for (const Expr* key : node.keys) expr(*key);
  emit(Opcode::BuildTuple, static_cast<uint32_t>(node.keys.size()));
  emit(Opcode::MatchKeys);
  emit(Opcode::Copy, 1);
  none();
  emit(Opcode::Is);
  jump(Opcode::PopJumpIfTrue, fail, join_);
  emit(Opcode::UnpackSequence, static_cast<uint32_t>(node.patterns.size()));
  patternParts(node.patterns, fail);
  emit(Opcode::MatchRest);
  capture(node.rest);
}

void Codegen::patternClass(const MatchClass& node, Label& fail) {
  expr(*node.cls);
  std::vector<Str*> names;
  for (const Identifier& name : node.kwdAttrs) names.push_back(mangle(name.text));
  code_.keywordNames.push_back(std::move(names));
  uint32_t index = static_cast<uint32_t>(code_.keywordNames.size() - 1);
  emit(Opcode::MatchClass, static_cast<uint32_t>(node.patterns.size()), index);
  emit(Opcode::Copy, 1);
  none();
  emit(Opcode::Is);
  jump(Opcode::PopJumpIfTrue, fail, join_);
  emit(Opcode::UnpackSequence,
       static_cast<uint32_t>(node.patterns.size() + node.kwdPatterns.size()));
  patternParts(node.patterns, fail);
  patternParts(node.kwdPatterns, fail);
}

void Codegen::patternOr(const MatchList& node, Label& fail) {
  uint32_t depth = depth_;
  Label matched;
  for (size_t i = 0; i < node.patterns.size(); ++i) {
    Label next;
    emit(Opcode::Copy, 1);
    pattern(*node.patterns[i], next);
    jump(Opcode::Jump, matched);
    cut(next, depth);
  }
  jump(Opcode::Jump, fail);
  place(matched);
  depth_ = depth;
  emit(Opcode::Pop);
}

}  // namespace ts::eval
