// repr() of constants as CPython has it.
#pragma once

#include <string>
#include <string_view>

namespace ts::syntax {

// Of str: valid UTF-8, but lone surrogates may stand in it as three bytes each.
void reprString(std::string_view utf8, std::string& to);
void reprBytes(std::string_view bytes, std::string& to);
// Of numbers, from their text without underscores: "0x_FF" is given as "0xFF", 2.50 as "2.50".
void reprInt(std::string_view digits, std::string& to);
void reprFloat(std::string_view text, std::string& to);
void reprImaginary(std::string_view text, std::string& to);
// The shortest text that reads back as the same double; `whole` is appended when that has neither
// point nor exponent: ".0" for float, nothing within complex.
void reprDouble(double value, std::string_view whole, std::string& to);

}  // namespace ts::syntax
