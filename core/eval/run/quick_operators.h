// Operators on plain numbers, without Python's protocols. The run loop tries them first because
// most operands are numbers.
#pragma once

#include "core/eval/vm/vm.h"

namespace ts::eval {

// Returns false for other operands, for other operators and on overflow.
inline bool quickBinary(BinaryOp op, const Value& a, const Value& b, Value& result) {
  if (a.isInt() && b.isInt()) {
    int64_t value = 0;
    bool overflow = true;
    if (op == BinaryOp::Add)
      overflow = __builtin_add_overflow(a.integerValue(), b.integerValue(), &value);
    if (op == BinaryOp::Sub)
      overflow = __builtin_sub_overflow(a.integerValue(), b.integerValue(), &value);
    if (op == BinaryOp::Mult)
      overflow = __builtin_mul_overflow(a.integerValue(), b.integerValue(), &value);
    if (!overflow) result = Value::integer(value);
    return !overflow;
  }
  if (a.isFloat() && b.isFloat()) {
    if (op == BinaryOp::Add) return result = Value::real(a.realValue() + b.realValue()), true;
    if (op == BinaryOp::Sub) return result = Value::real(a.realValue() - b.realValue()), true;
    if (op == BinaryOp::Mult) return result = Value::real(a.realValue() * b.realValue()), true;
  }
  return false;
}

// Compares two integers. Returns false when an operand isn't an int.
inline bool quickCompare(CompareOp op, const Value& a, const Value& b, Value& result) {
  if (!a.isInt() || !b.isInt()) return false;
  int64_t x = a.integerValue(), y = b.integerValue();
  switch (op) {
    case CompareOp::Eq: result = Value::boolean(x == y); break;
    case CompareOp::Ne: result = Value::boolean(x != y); break;
    case CompareOp::Lt: result = Value::boolean(x < y); break;
    case CompareOp::Le: result = Value::boolean(x <= y); break;
    case CompareOp::Gt: result = Value::boolean(x > y); break;
    case CompareOp::Ge: result = Value::boolean(x >= y); break;
  }
  return true;
}

}  // namespace ts::eval
