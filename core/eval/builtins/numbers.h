// Number functions shared with module math, formatting and the run loop.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/eval/vm/vm.h"

namespace ts::eval {

// The value of a Python number. Instances of subclasses count as int and float.
struct Number {
  // Big: an integer that doesn't fit 64 bits.
  enum class Kind : uint8_t { None, Int, Big, Real, Complex } kind = Kind::None;
  int64_t integer = 0;              // of an Int
  const BigInteger* big = nullptr;  // of a Big; the value owns it
  double real = 0, imag = 0;  // set for all kinds except None; infinite for a Big beyond float

  bool isInteger() const { return kind == Kind::Int || kind == Kind::Big; }
  bool isReal() const { return isInteger() || kind == Kind::Real; }
  BigInteger whole() const { return big ? *big : BigInteger(integer); }
  bool isZero() const { return kind != Kind::Big && real == 0 && imag == 0; }
  bool isNegative() const { return big ? big->isNegative() : real < 0; }
};
Number numberOf(const Value& value);

// ---- int (numbers_integers.cpp)
Value integerOf(Vm& vm, const Number& number);  // a plain int
// Python's operators; NotImplemented for @.
Value integerBinary(Vm& vm, BinaryOp op, const Number& a, const Number& b);
bool integerCompare(CompareOp op, const Number& a, const Number& b);
Value integerNegated(Vm& vm, const Number& number);
Value powerModulo(Vm& vm, const Number& base, const Number& exponent, const Number& modulus);
// round(value, digits): half to even.
Value roundInteger(Vm& vm, const Number& value, const Number& digits);
std::string integerText(Vm& vm, const Number& number);  // str(); raises for too many digits
// The number as a float. Raises OverflowError for an int beyond float.
double finiteReal(Vm& vm, const Number& number);

// ---- float
double floorDivide(Vm& vm, double a, double b);
double floorModulo(Vm& vm, double a, double b);

// Converts a float to int, towards zero. Raises for inf and nan.
Value truncate(Vm& vm, double value);
// round(value, digits), half to even. Without digits it returns an int.
Value roundReal(Vm& vm, double value, std::optional<int64_t> digits);

// CPython's hashes: equal numbers have equal hashes.
size_t hashInt(const Number& number);
size_t hashReal(double value);
size_t hashComplex(double real, double imag);

std::string reprReal(double value);
std::string reprComplex(double real, double imag);

// Parses a number like int() and float(), ignoring surrounding white space. Returns nullopt when
// the text isn't a number.
struct ParsedInt {
  bool isNegative = false;
  std::string digits;  // without signs, prefixes and underscores
  int base = 10;

  std::optional<int64_t> small() const;  // nullopt when it doesn't fit 64 bits
};
std::optional<ParsedInt> parseInt(std::string_view text, int base);
// The int of the text. Raises for too many digits.
Value integerOf(Vm& vm, const ParsedInt& parsed);
std::optional<double> parseReal(std::string_view text);

// int(value) and float(value), except of text and bytes. Raise TypeError for values that aren't
// numbers.
Value toInt(Vm& vm, const Value& value);
double toReal(Vm& vm, const Value& value);
// Converts a number or an object with __complex__. Returns false for other objects.
bool asComplex(Vm& vm, const Value& value, double& real, double& imag);

// Compares an integer with a double exactly. Every comparison with nan is unordered.
bool compareIntReal(CompareOp op, const Number& a, double b);

// Define the classes; initNumbers calls them.
Class* defineReal(Vm& vm);
Class* defineComplex(Vm& vm);

// The arguments of a constructor by parameter. A parameter without a name has "" in `names`. Raises
// TypeError.
void readArguments(Vm& vm, const char* function, const CallArgs& args,
                   std::span<const char* const> names, Value* out);
bool anyUnknown(const CallArgs& args);

}  // namespace ts::eval
