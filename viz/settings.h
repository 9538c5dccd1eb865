// The command line of tsviz.
#pragma once

#include <optional>
#include <string>
#include <variant>

namespace ts::viz {

enum class OutputFormat : uint8_t { Svg, Dot, Json, Ir, Code };

struct Settings {
  std::string target;
  std::optional<std::string> init;  // arguments with which the target is called first
  OutputFormat format = OutputFormat::Svg;
  std::string output;  // empty: standard output
  bool inlineCalls = false;
  bool canonical = false;
  bool locations = true;
  uint32_t depth = UINT32_MAX;
};

inline constexpr int kFine = 0;
inline constexpr int kProblems = 1;
inline constexpr int kWrongUsage = 2;

// The settings, or the status to exit with: after --help, or wrong usage that it has reported.
std::variant<Settings, int> parseCommandLine(int argc, char** argv);

}  // namespace ts::viz
