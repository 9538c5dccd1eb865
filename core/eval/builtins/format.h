// Format specifications (format(), f-strings, str.format) and str % arguments.
#pragma once

#include <string>
#include <string_view>

#include "core/eval/vm.h"

namespace ts::eval {

// [[fill]align][sign][z][#][0][width][grouping][.precision][type]
struct FormatSpec {
  char32_t fill = ' ';
  char align = 0;  // < > = ^; 0: the type's own
  char sign = '-';
  bool noNegativeZero = false, alternate = false;
  int64_t width = -1, precision = -1;
  char grouping = 0;  // , or _
  char32_t type = 0;
};
// Raises ValueError as Python does for this type of object.
FormatSpec parseSpec(Vm& vm, std::string_view text, const std::string& typeName);

std::string formatInt(Vm& vm, int64_t value, std::string_view spec,
                      const std::string& typeName = "int");
std::string formatReal(Vm& vm, double value, std::string_view spec,
                       const std::string& typeName = "float");
std::string formatComplex(Vm& vm, double real, double imag, std::string_view spec);
std::string formatText(Vm& vm, std::string_view text, std::string_view spec);

// A double as C's printf conversions e, f and g in either case, Python's way of writing inf and
// nan.
std::string realDigits(double value, char type, int64_t precision, bool alternate);
// |value| in base 2, 8, 10 or 16 without a prefix.
std::string intDigits(int64_t value, int base, bool upper = false);
// text with spaces or another fill to a width in code points.
std::string pad(Vm& vm, std::string_view text, char32_t fill, char align, int64_t width);

// format % arguments, for str and, where `bytes` is set, for bytes.
std::string percentFormat(Vm& vm, std::string_view format, const Value& arguments, bool bytes);
// format.format(*positional, **named); named may be any mapping (format_map).
std::string braceFormat(Vm& vm, std::string_view format, const Tuple* positional,
                        const Value& named);

// ascii(): repr with all that isn't ASCII escaped.
std::string asciiOf(std::string_view repr);

}  // namespace ts::eval
