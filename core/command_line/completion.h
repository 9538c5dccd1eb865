// Completion scripts for shells, generated from a program's options.
#pragma once

#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace ts {

// Returns the script for "bash", "zsh" or "fish"; empty for another shell.
std::string completionScript(const CLI::App& program, std::string_view shell);

}  // namespace ts
