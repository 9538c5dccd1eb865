// Format specifications (format(), f-strings, str.format) and str % arguments.
#pragma once

#include <string>
#include <string_view>

#include "core/eval/builtins/numbers.h"
#include "core/eval/vm/vm.h"

namespace ts::eval {

// [[fill]align][sign][z][#][0][width][grouping][.precision][type]
struct FormatSpec {
  char32_t fill = ' ';
  char align = 0;  // < > = ^; 0: the type's default
  char sign = '-';
  bool noNegativeZero = false, alternate = false;
  int64_t width = -1, precision = -1;
  char grouping = 0;  // , or _; 0: none
  char32_t type = 0;
};
// Parses a format specification. Raises CPython's ValueError; typeName is the name of the formatted
// type.
FormatSpec parseSpec(Vm& vm, std::string_view text, const std::string& typeName);

std::string formatInt(Vm& vm, const Number& value, std::string_view spec,
                      const std::string& typeName = "int");
std::string formatReal(Vm& vm, double value, std::string_view spec,
                       const std::string& typeName = "float");
std::string formatComplex(Vm& vm, double real, double imag, std::string_view spec);
std::string formatText(Vm& vm, std::string_view text, std::string_view spec);

// Formats a double like printf's e, f and g in either case, but inf and nan like Python.
std::string realDigits(double value, char type, int64_t precision, bool alternate);
// The digits of |value| in base 2, 8, 10 or 16, without a prefix. Raises for too many decimal
// digits.
std::string intDigits(Vm& vm, const Number& value, int base, bool upper = false);
// Pads text to a width in code points.
std::string pad(std::string_view text, char32_t fill, char align, int64_t width);

// format % arguments, for str, or for bytes when `bytes` is true.
std::string percentFormat(Vm& vm, std::string_view format, const Value& arguments, bool bytes);
// format.format(*positional, **named). `named` may be any mapping (format_map).
std::string braceFormat(Vm& vm, std::string_view format, const Tuple* positional,
                        const Value& named);

// ascii(): the repr with all non-ASCII characters escaped.
std::string asciiOf(std::string_view repr);

}  // namespace ts::eval
