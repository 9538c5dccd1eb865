// Reads files of the Unicode Character Database, for the build tools of this folder. Each tool
// defines fail().
#pragma once

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

constexpr uint32_t kCodes = 0x110000;

// Prints the message after the tool's name, and exits with 1.
[[noreturn]] void fail(const std::string& message);

// The lines of a database file as trimmed fields, without comments.
inline std::vector<std::vector<std::string>> readFields(const std::string& path) {
  std::ifstream in(path);
  if (!in) fail("can't read " + path + " (Debian package unicode-data)");
  std::vector<std::vector<std::string>> lines;
  for (std::string line; std::getline(in, line);) {
    line = line.substr(0, line.find('#'));
    std::vector<std::string> fields;
    std::istringstream parts(line);
    for (std::string field; std::getline(parts, field, ';');) {
      size_t first = field.find_first_not_of(" \t\r");
      size_t last = field.find_last_not_of(" \t\r");
      fields.push_back(first == std::string::npos ? "" : field.substr(first, last - first + 1));
    }
    if (!fields.empty() && !fields[0].empty()) lines.push_back(fields);
  }
  return lines;
}

inline uint32_t hex(const std::string& text) {
  return static_cast<uint32_t>(std::stoul(text, nullptr, 16));
}
