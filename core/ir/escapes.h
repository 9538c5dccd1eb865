// The characters that have an escape of one letter in strings of the IR's text, and the letters.
#pragma once

#include <array>
#include <utility>

namespace ts::ir {

inline constexpr std::array<std::pair<char, char>, 10> kEscapes = {{{'\\', '\\'},
                                                                    {'\'', '\''},
                                                                    {'"', '"'},
                                                                    {'\a', 'a'},
                                                                    {'\b', 'b'},
                                                                    {'\f', 'f'},
                                                                    {'\n', 'n'},
                                                                    {'\r', 'r'},
                                                                    {'\t', 't'},
                                                                    {'\v', 'v'}}};

}  // namespace ts::ir
