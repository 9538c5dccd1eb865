// repr() of constants, as in CPython.
#pragma once

#include <string>
#include <string_view>

namespace ts::syntax {

// repr() of a str: valid UTF-8, in which a lone surrogate has three bytes.
void reprString(std::string_view utf8, std::string& to);
void reprBytes(std::string_view bytes, std::string& to);
// repr() of a number, from its text without underscores. The base and the trailing zeros stay:
// "0xFF", "2.50".
void reprInt(std::string_view digits, std::string& to);
void reprFloat(std::string_view text, std::string& to);
void reprImaginary(std::string_view text, std::string& to);
// Appends the shortest text that reads back as the same double. If it has neither point nor
// exponent, `integralSuffix` is appended: ".0" for float, nothing for a part of a complex.
void reprDouble(double value, std::string_view integralSuffix, std::string& to);

}  // namespace ts::syntax
