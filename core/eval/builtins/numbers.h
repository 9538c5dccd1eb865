// Number functions shared with module math, formatting and the run loop.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/eval/vm.h"

namespace ts::eval {

// The error for integers that don't fit int64.
[[noreturn]] void raiseTooLarge(Vm& vm);

// The value of a Python number. Instances of subclasses count as int and float.
struct Number {
  enum class Kind : uint8_t { None, Int, Real, Complex } kind = Kind::None;
  int64_t integer = 0;
  double real = 0, imag = 0;  // set for all kinds except None
};
Number numberOf(const Value& value);

// Python's arithmetic on int. Each raises Python's errors, and OverflowError when int64 overflows.
int64_t addInts(Vm& vm, int64_t a, int64_t b);
int64_t subtractInts(Vm& vm, int64_t a, int64_t b);
int64_t multiplyInts(Vm& vm, int64_t a, int64_t b);
int64_t floorDivide(Vm& vm, int64_t a, int64_t b);
int64_t floorModulo(Vm& vm, int64_t a, int64_t b);
int64_t power(Vm& vm, int64_t base, int64_t exponent);  // the exponent must not be negative
int64_t powerModulo(Vm& vm, int64_t base, int64_t exponent, int64_t modulus);
double divideInts(Vm& vm, int64_t a, int64_t b);
// Python's arithmetic on float.
double floorDivide(Vm& vm, double a, double b);
double floorModulo(Vm& vm, double a, double b);

// Converts a float to int, towards zero. Raises for inf, nan and values that don't fit int64.
int64_t truncate(Vm& vm, double value);
// round(value, digits), half to even. Without digits it returns an int.
Value roundReal(Vm& vm, double value, std::optional<int64_t> digits);
int64_t roundInt(Vm& vm, int64_t value, int64_t digits);
// math.gcd.
int64_t greatestDivisor(Vm& vm, int64_t a, int64_t b);

// CPython's hashes: equal numbers have equal hashes.
size_t hashInt(int64_t value);
size_t hashReal(double value);
size_t hashComplex(double real, double imag);

std::string reprReal(double value);
std::string reprComplex(double real, double imag);

// Parses a number like int() and float(), ignoring surrounding white space. Returns nullopt when
// the text isn't a number.
struct ParsedInt {
  int64_t value = 0;
  bool tooLarge = false;
};
std::optional<ParsedInt> parseInt(std::string_view text, int base);
std::optional<double> parseReal(std::string_view text);

// int(value) and float(value), except of text and bytes. Raise TypeError for values that aren't
// numbers.
int64_t toInt(Vm& vm, const Value& value);
double toReal(Vm& vm, const Value& value);
// Converts a number or an object with __complex__. Returns false for other objects.
bool asComplex(Vm& vm, const Value& value, double& real, double& imag);

// Compares int64 with double exactly. Every comparison with nan is unordered.
bool compareIntReal(CompareOp op, int64_t a, double b);

// Define the classes; initNumbers calls them.
Class* defineReal(Vm& vm);
Class* defineComplex(Vm& vm);

// The arguments of a constructor by parameter. A parameter without a name has "" in `names`. Raises
// TypeError.
void readArguments(Vm& vm, const char* function, const CallArgs& args,
                   std::span<const char* const> names, Value* out);
bool anyUnknown(const CallArgs& args);

}  // namespace ts::eval
