// Numbers: what their classes share with math, formatting and the run loop.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/eval/vm.h"

namespace ts::eval {

// The one error for integers that int64 doesn't hold.
[[noreturn]] void raiseTooLarge(Vm& vm);

// A number of Python by value; subclasses of int and float count as what they extend.
struct Number {
  enum class Kind : uint8_t { None, Int, Real, Complex } kind = Kind::None;
  int64_t integer = 0;
  double real = 0, imag = 0;  // of all kinds but None
};
Number numberOf(const Value& value);

// Python's arithmetic on int; each raises what Python does, and OverflowError.
int64_t addInts(Vm& vm, int64_t a, int64_t b);
int64_t subtractInts(Vm& vm, int64_t a, int64_t b);
int64_t multiplyInts(Vm& vm, int64_t a, int64_t b);
int64_t floorDivide(Vm& vm, int64_t a, int64_t b);
int64_t floorModulo(Vm& vm, int64_t a, int64_t b);
int64_t power(Vm& vm, int64_t base, int64_t exponent);  // of an exponent that isn't negative
int64_t powerModulo(Vm& vm, int64_t base, int64_t exponent, int64_t modulus);
double divideInts(Vm& vm, int64_t a, int64_t b);
// The same on float.
double floorDivide(Vm& vm, double a, double b);
double floorModulo(Vm& vm, double a, double b);

// float to int: towards zero; raises for inf, nan and what int64 doesn't hold.
int64_t truncate(Vm& vm, double value);
// round(value, digits); half goes to even. Without digits: an int.
Value roundReal(Vm& vm, double value, std::optional<int64_t> digits);
int64_t roundInt(Vm& vm, int64_t value, int64_t digits);
// As math.gcd has it.
int64_t greatestDivisor(Vm& vm, int64_t a, int64_t b);

// Equal numbers have equal hashes, as CPython computes them.
size_t hashInt(int64_t value);
size_t hashReal(double value);
size_t hashComplex(double real, double imag);

std::string reprReal(double value);
std::string reprComplex(double real, double imag);

// The text of a number as int() and float() read it, white space around it left out. Nothing: it is
// none.
struct ParsedInt {
  int64_t value = 0;
  bool tooLarge = false;
};
std::optional<ParsedInt> parseInt(std::string_view text, int base);
std::optional<double> parseReal(std::string_view text);

// int(value) and float(value) of anything but text and bytes; null-like: raises TypeError.
int64_t toInt(Vm& vm, const Value& value);
double toReal(Vm& vm, const Value& value);
// Of an object with __complex__ or a number; false: neither.
bool asComplex(Vm& vm, const Value& value, double& real, double& imag);

// Three-way comparison where int64 meets double, exact. Unordered: nan.
bool compareIntReal(CompareOp op, int64_t a, double b);

// The classes, made by initNumbers.
Class* defineReal(Vm& vm);
Class* defineComplex(Vm& vm);

// The arguments of a constructor by parameter: "" in names for one that has no name. Raises
// TypeError.
void readArguments(Vm& vm, const char* function, const CallArgs& args,
                   std::span<const char* const> names, Value* out);
bool anyUnknown(const CallArgs& args);

}  // namespace ts::eval
