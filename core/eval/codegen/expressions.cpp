#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "core/eval/codegen/codegen_at.h"

namespace ts::eval {

using namespace syntax;

namespace {

// The base of an integer's text, and its digits.
std::pair<int, std::string_view> digitsOf(std::string_view text) {
  if (text.size() > 2 && text[0] == '0') {
    const char kind = static_cast<char>(text[1] | 0x20);
    const int base = kind == 'x' ? 16 : kind == 'o' ? 8 : kind == 'b' ? 2 : 10;
    if (base != 10) return {base, text.substr(2)};
  }
  return {10, text};
}

// Returns false when the integer doesn't fit 64 bits.
bool integerOf(std::string_view text, uint64_t& value) {
  const auto [base, digits] = digitsOf(text);
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  return error == std::errc() && end == digits.data() + digits.size();
}

}  // namespace

Value literal(Vm& vm, const Constant& node) {
  switch (node.constant) {
    case ConstantKind::None: return Value::none();
    case ConstantKind::True: return Value::boolean(true);
    case ConstantKind::False: return Value::boolean(false);
    case ConstantKind::Ellipsis: return Value::ellipsis();
    case ConstantKind::Int: {
      uint64_t value = 0;
      if (integerOf(node.text, value)) return vm.integer(BigInteger::ofMagnitude(value, false));
      const auto [base, digits] = digitsOf(node.text);
      vm.burnFor(digits.size() * digits.size() / 64);
      return vm.integer(BigInteger::ofDigits(digits, base, false));
    }
    case ConstantKind::Float:
      return Value::real(std::strtod(std::string(node.text).c_str(), nullptr));
    case ConstantKind::Imaginary:
      return vm.complex(0, std::strtod(std::string(node.text).c_str(), nullptr));
    case ConstantKind::Str:
      if (node.text.size() <= 40) return Value(vm.intern(node.text));
      return vm.str(std::string(node.text));
    case ConstantKind::Bytes: return vm.bytes(std::string(node.text));
  }
  return Value::none();
}

// Folds constants, negative numbers and tuples of them.
std::optional<Value> Codegen::fold(const Expr& node) {
  if (const auto* constant = dynCast<Constant>(&node)) return literal(vm_, *constant);
  if (const auto* unary = dynCast<syntax::UnaryOp>(&node);
      unary && unary->op == UnaryOperator::USub) {
    const auto* operand = dynCast<Constant>(unary->operand);
    if (!operand) return std::nullopt;
    if (operand->constant == ConstantKind::Float)
      return Value::real(-std::strtod(std::string(operand->text).c_str(), nullptr));
    uint64_t value = 0;
    if (operand->constant == ConstantKind::Int && integerOf(operand->text, value) &&
        value <= uint64_t{1} << 63)
      return Value::integer(static_cast<int64_t>(0 - value));
    return std::nullopt;
  }
  if (node.kind != ExprKind::Tuple || as<Sequence>(node).ctx != Context::Load) return std::nullopt;
  std::vector<Value> items;
  for (const Expr* element : as<Sequence>(node).elts) {
    std::optional<Value> item = fold(*element);
    if (!item) return std::nullopt;
    items.push_back(std::move(*item));
  }
  return Value(vm_.tuple(std::move(items)));
}

void Codegen::constantExpr(const Constant& node) { load(literal(vm_, node)); }

void Codegen::unary(const syntax::UnaryOp& node) {
  if (std::optional<Value> value = fold(node)) return load(*value);
  expr(*node.operand);
  emit(Opcode::Unary, 0, 0, static_cast<uint32_t>(node.op));
}

// The place of an attribute's access: its name, when the name is on a later line than the object.
Span Codegen::accessOf(const Attribute& node) const {
  const SourceFile* file = code_.module->source.get();
  const bool isLater =
      vm_.steppable && file && file->lineOf(node.attr.span.begin) != file->lineOf(node.span.begin);
  return isLater ? node.attr.span : node.span;
}

void Codegen::expr(const Expr& node) {
  At at(*this, node.span);
  switch (node.kind) {
    case ExprKind::BoolOp: return boolOp(as<BoolOp>(node));
    case ExprKind::NamedExpr: {
      const auto& named = as<NamedExpr>(node);
      expr(*named.value);
      emit(Opcode::Copy, 1);
      return store(*named.target);
    }
    case ExprKind::BinOp: {
      const auto& binary = as<BinOp>(node);
      expr(*binary.left);
      expr(*binary.right);
      emit(Opcode::Binary, 0, 0, static_cast<uint32_t>(binary.op));
      return;
    }
    case ExprKind::UnaryOp: return unary(as<syntax::UnaryOp>(node));
    case ExprKind::Lambda: return lambda(as<syntax::Lambda>(node));
    case ExprKind::IfExp: {
      const auto& choice = as<IfExp>(node);
      Label otherwise, end;
      branch(*choice.test, otherwise, false, joinAt(end));
      expr(*choice.body);
      jump(Opcode::Jump, end);
      place(otherwise);
      expr(*choice.orelse);
      return place(end);
    }
    case ExprKind::Dict: return dict(as<syntax::Dict>(node));
    case ExprKind::Set: return elements(as<syntax::Set>(node).elts, Opcode::BuildSet);
    case ExprKind::ListComp:
    case ExprKind::SetComp:
    case ExprKind::DictComp:
    case ExprKind::GeneratorExp: return comprehension(node);
    case ExprKind::Await: expr(*as<Await>(node).value); return await();
    case ExprKind::Yield:
      if (as<Yield>(node).value) {
        expr(*as<Yield>(node).value);
      } else {
        none();
      }
      emit(Opcode::Yield);
      return;
    case ExprKind::YieldFrom:
      expr(*as<YieldFrom>(node).value);
      emit(Opcode::GetYieldFrom);
      none();
      emit(Opcode::Delegate);
      return;
    case ExprKind::Compare: return compare(as<syntax::Compare>(node));
    case ExprKind::Call: return call(as<Call>(node));
    case ExprKind::FormattedValue: return formatted(as<FormattedValue>(node));
    case ExprKind::JoinedStr: return joined(as<JoinedStr>(node));
    case ExprKind::Constant: return constantExpr(as<Constant>(node));
    case ExprKind::Attribute: {
      const auto& attribute = as<Attribute>(node);
      expr(*attribute.value);
      At access(*this, accessOf(attribute));
      emit(Opcode::LoadAttr, nameIndex(mangle(attribute.attr.text)));
      return;
    }
    case ExprKind::Subscript: {
      const auto& subscript = as<Subscript>(node);
      expr(*subscript.value);
      subscriptIndex(*subscript.slice);
      emit(Opcode::LoadItem);
      return;
    }
    case ExprKind::Name: return loadName(mangle(as<syntax::Name>(node).id));
    case ExprKind::List: return elements(as<Sequence>(node).elts, Opcode::BuildList);
    case ExprKind::Tuple:
      if (std::optional<Value> value = fold(node)) return load(*value);
      return elements(as<Sequence>(node).elts, Opcode::BuildTuple);
    case ExprKind::Slice: {
      const auto& slice = as<syntax::Slice>(node);
      for (const Expr* part : {slice.lower, slice.upper, slice.step}) {
        if (part) {
          expr(*part);
        } else {
          none();
        }
      }
      emit(Opcode::BuildSlice);
      return;
    }
    case ExprKind::Starred:
    case ExprKind::Error: load(Value::unknown()); return;
  }
}

void Codegen::await() {
  emit(Opcode::GetAwaitable);
  none();
  emit(Opcode::Delegate);
}

void Codegen::subscriptIndex(const Expr& node) { expr(node); }

// The number of values that a display pushes before it adds them to its container, as in CPython:
// it decides on which lines stepping through a long display stops.
constexpr size_t kMaxOnStack = 30;

// Compiles a long display of constants as one constant that fills the container.
bool Codegen::constantElements(Exprs elements, Opcode build) {
  constexpr size_t kLong = 16;
  if (elements.size() < kLong || build == Opcode::BuildTuple ||
      !std::ranges::all_of(elements, [](const Expr* e) { return e->kind == ExprKind::Constant; }))
    return false;
  std::vector<Value> items;
  items.reserve(elements.size());
  for (const Expr* element : elements) {
    const auto& constant = as<Constant>(*element);
    // Long displays rarely contain names, so their strings aren't interned.
    std::optional<Value> item = constant.constant == ConstantKind::Str
                                    ? vm_.str(std::string(constant.text))
                                    : literal(vm_, constant);
    if (!item) return false;
    items.push_back(std::move(*item));
  }
  emit(build);
  load(Value(vm_.tuple(std::move(items))));
  emit(build == Opcode::BuildSet ? Opcode::SetUpdate : Opcode::ListExtend);
  return true;
}

void Codegen::elements(Exprs elements, Opcode build) {
  if (constantElements(elements, build)) return;
  bool starred = false;
  for (const Expr* element : elements) starred = starred || element->kind == ExprKind::Starred;
  if (!starred && elements.size() <= kMaxOnStack) {
    for (const Expr* element : elements) expr(*element);
    emit(build, static_cast<uint32_t>(elements.size()));
    return;
  }
  bool isSet = build == Opcode::BuildSet;
  emit(isSet ? Opcode::BuildSet : Opcode::BuildList);
  for (const Expr* element : elements) {
    if (const auto* star = dynCast<Starred>(element)) {
      expr(*star->value);
      emit(isSet ? Opcode::SetUpdate : Opcode::ListExtend);
    } else {
      expr(*element);
      emit(isSet ? Opcode::SetAdd : Opcode::ListAppend);
    }
  }
  if (build == Opcode::BuildTuple) emit(Opcode::ListToTuple);
}

void Codegen::dict(const syntax::Dict& node) {
  const size_t size = node.values.size();
  if (size == 0) return static_cast<void>(emit(Opcode::BuildDict));
  // As in CPython, a part of at most kPart items is built and then joined to the items before it.
  constexpr size_t kPart = kMaxOnStack / 2 + 2;
  for (size_t begin = 0; begin < size;) {
    const bool joins = begin > 0;
    if (!node.keys[begin]) {  // **values
      if (!joins) emit(Opcode::BuildDict);
      expr(*node.values[begin++]);
      emit(Opcode::DictUpdate);
      continue;
    }
    size_t end = begin;
    while (end < size && end - begin < kPart && node.keys[end]) ++end;
    const bool isLong = (end - begin) * 2 > kMaxOnStack;
    if (isLong) emit(Opcode::BuildDict);
    for (size_t i = begin; i < end; ++i) {
      expr(*node.keys[i]);
      expr(*node.values[i]);
      if (isLong) emit(Opcode::DictAdd);
    }
    if (!isLong) emit(Opcode::BuildDict, static_cast<uint32_t>(end - begin));
    if (joins) emit(Opcode::DictUpdate);
    begin = end;
  }
}

// ---- conditions

void Codegen::boolOp(const BoolOp& node) {
  Label end;
  uint32_t join = joinAt(end);
  Opcode op = node.op == BoolOperator::And ? Opcode::JumpIfFalseOrPop : Opcode::JumpIfTrueOrPop;
  for (size_t i = 0; i < node.values.size(); ++i) {
    expr(*node.values[i]);
    if (i + 1 < node.values.size()) jump(op, end, join);
  }
  place(end);
}

void Codegen::compareOperator(CompareOperator op) {
  switch (op) {
    case CompareOperator::Is: emit(Opcode::Is); break;
    case CompareOperator::IsNot: emit(Opcode::Is, 0, 0, 1); break;
    case CompareOperator::In: emit(Opcode::In); break;
    case CompareOperator::NotIn: emit(Opcode::In, 0, 0, 1); break;
    default: emit(Opcode::Compare, 0, 0, static_cast<uint32_t>(op)); break;
  }
}

void Codegen::compare(const syntax::Compare& node) {
  expr(*node.left);
  if (node.ops.size() == 1) {
    expr(*node.comparators[0]);
    return compareOperator(node.ops[0]);
  }
  Label failed, end;
  uint32_t join = joinAt(end);
  for (size_t i = 0; i < node.ops.size(); ++i) {
    expr(*node.comparators[i]);
    bool last = i + 1 == node.ops.size();
    if (!last) {  // left right -> right left right
      emit(Opcode::Copy, 1);
      emit(Opcode::Swap, 2);
      emit(Opcode::Swap, 1);
    }
    compareOperator(node.ops[i]);
    if (!last) jump(Opcode::JumpIfFalseOrPop, failed, join);
  }
  jump(Opcode::Jump, end);
  place(failed);  // the operand of the next comparison is below the result
  emit(Opcode::Swap, 1);
  emit(Opcode::Pop);
  place(end);
}

// Jumps to target when the truth of the test is `when`.
void Codegen::branch(const Expr& test, Label& target, bool when, uint32_t join, uint32_t small) {
  At at(*this, test.span);
  if (const auto* unary = dynCast<syntax::UnaryOp>(&test); unary && unary->op == UnaryOperator::Not)
    return branch(*unary->operand, target, !when, join, small);
  if (const auto* node = dynCast<BoolOp>(&test)) {
    bool stopsAt = node->op == BoolOperator::Or;  // the truth value that decides at once
    if (stopsAt == when) {
      for (const Expr* value : node->values) branch(*value, target, when, join, small);
      return;
    }
    Label decided;
    for (size_t i = 0; i + 1 < node->values.size(); ++i)
      branch(*node->values[i], decided, stopsAt, join, 0);
    branch(*node->values.back(), target, when, join, small);
    return place(decided);
  }
  expr(test);
  jump(when ? Opcode::PopJumpIfTrue : Opcode::PopJumpIfFalse, target, join, small);
}

// ---- targets

void Codegen::store(const Expr& target) {
  At at(*this, target.span);
  switch (target.kind) {
    case ExprKind::Name: return storeName(mangle(as<syntax::Name>(target).id));
    case ExprKind::Attribute:
      expr(*as<Attribute>(target).value);
      emit(Opcode::StoreAttr, nameIndex(mangle(as<Attribute>(target).attr.text)));
      return;
    case ExprKind::Subscript:
      expr(*as<Subscript>(target).value);
      subscriptIndex(*as<Subscript>(target).slice);
      emit(Opcode::StoreItem);
      return;
    case ExprKind::List:
    case ExprKind::Tuple: return unpack(as<Sequence>(target).elts);
    case ExprKind::Starred: return store(*as<Starred>(target).value);
    default: emit(Opcode::Pop); return;  // not a target: the parser has reported it
  }
}

void Codegen::unpack(Exprs targets) {
  size_t star = targets.size();
  for (size_t i = 0; i < targets.size(); ++i)
    if (targets[i]->kind == ExprKind::Starred) star = i;
  if (star == targets.size()) {
    emit(Opcode::UnpackSequence, static_cast<uint32_t>(targets.size()));
  } else {
    emit(Opcode::UnpackEx, static_cast<uint32_t>(star),
         static_cast<uint32_t>(targets.size() - star - 1));
  }
  for (const Expr* target : targets) store(*target);
}

void Codegen::remove(const Expr& target) {
  At at(*this, target.span);
  switch (target.kind) {
    case ExprKind::Name: return deleteName(mangle(as<syntax::Name>(target).id));
    case ExprKind::Attribute:
      expr(*as<Attribute>(target).value);
      emit(Opcode::DeleteAttr, nameIndex(mangle(as<Attribute>(target).attr.text)));
      return;
    case ExprKind::Subscript:
      expr(*as<Subscript>(target).value);
      subscriptIndex(*as<Subscript>(target).slice);
      emit(Opcode::DeleteItem);
      return;
    case ExprKind::List:
    case ExprKind::Tuple:
      for (const Expr* element : as<Sequence>(target).elts) remove(*element);
      return;
    default: return;
  }
}

// ---- f-strings

void Codegen::formatted(const FormattedValue& node) {
  expr(*node.value);
  uint32_t conversion = node.conversion == 's'   ? 1
                        : node.conversion == 'r' ? 2
                        : node.conversion == 'a' ? 3
                                                 : 0;
  if (node.formatSpec) expr(*node.formatSpec);
  emit(Opcode::FormatValue, 0, 0, conversion | (node.formatSpec ? 4 : 0));
}

void Codegen::joined(const JoinedStr& node) {
  if (node.values.empty()) return load(Value(vm_.intern("")));
  for (const Expr* value : node.values) expr(*value);
  emit(Opcode::BuildString, static_cast<uint32_t>(node.values.size()));
}

// ---- calls

// Compiles super() in a method as super(its class, its first argument).
bool Codegen::superCall(const Call& node) {
  const auto* name = dynCast<syntax::Name>(node.func);
  if (!name || name->id != "super" || !node.args.empty() || !node.keywords.empty() ||
      scope_.kind != ScopeKind::Function)
    return false;
  Str* cls = vm_.intern("__class__");
  if (!cellIndices_.contains(cls) || code_.argCount == 0) return false;
  loadName(vm_.intern("super"));
  emit(Opcode::LoadCell, cellIndex(cls));
  loadName(code_.localNames[0].get());
  emit(Opcode::Call, 2);
  return true;
}

void Codegen::call(const Call& node) {
  if (superCall(node)) return;
  bool spread = node.args.size() + node.keywords.size() > 250;
  for (const Expr* arg : node.args) spread = spread || arg->kind == ExprKind::Starred;
  for (const Keyword* keyword : node.keywords) spread = spread || !keyword->arg;
  if (spread) {
    expr(*node.func);
    spreadArguments(node.args, node.keywords);
    emit(Opcode::CallSpread, 0, 0, node.keywords.empty() ? 0 : 1);
    return;
  }
  if (const auto* method = dynCast<Attribute>(node.func)) {
    expr(*method->value);
    {
      At at(*this, accessOf(*method));
      emit(Opcode::LoadMethod, nameIndex(mangle(method->attr.text)));
    }
    At at(*this, accessOf(*method) == method->span ? node.span : method->attr.span);
    return arguments(node, Opcode::CallMethod);
  }
  expr(*node.func);
  arguments(node, Opcode::Call);
}

void Codegen::arguments(const Call& node, Opcode op) {
  for (const Expr* arg : node.args) expr(*arg);
  std::vector<Str*> names;
  for (const Keyword* keyword : node.keywords) {
    expr(*keyword->value);
    names.push_back(mangle(keyword->arg.text));
  }
  uint32_t index = 0;
  if (!names.empty()) {
    code_.keywordNames.push_back(std::move(names));
    index = static_cast<uint32_t>(code_.keywordNames.size());
  }
  emit(op, static_cast<uint32_t>(node.args.size() + node.keywords.size()), index);
}

void Codegen::spreadArguments(Exprs args, std::span<Keyword* const> keywords) {
  emit(Opcode::BuildList);
  for (const Expr* arg : args) {
    const auto* star = dynCast<Starred>(arg);
    expr(star ? *star->value : *arg);
    star ? emit(Opcode::ListExtend, 0, 0, 1) : emit(Opcode::ListAppend);
  }
  if (!keywords.empty()) namedArguments(keywords);
}

void Codegen::namedArguments(std::span<Keyword* const> keywords) {
  emit(Opcode::BuildDict);
  for (const Keyword* keyword : keywords) {
    if (keyword->arg) {
      load(Value(mangle(keyword->arg.text)));
      expr(*keyword->value);
      emit(Opcode::BuildDict, 1);
    } else {
      expr(*keyword->value);
    }
    emit(Opcode::DictMerge);
  }
}

}  // namespace ts::eval
