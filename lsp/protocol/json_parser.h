// JSON text to values. Messages are mostly one long string, the text of a file, which this takes in one piece.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace ts::lsp {

// False: it is no JSON in UTF-8, or arrays and objects in it are nested deeper than `maxNesting`; `problem` says why.
// Escapes of lone surrogates, which JavaScript writes and Unicode forbids, are read as U+FFFD. Of equal keys the last counts.
bool parseJson(std::string_view text, int maxNesting, nlohmann::json& value, std::string& problem);

}  // namespace ts::lsp
