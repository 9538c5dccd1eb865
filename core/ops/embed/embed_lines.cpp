// Turns a data file into a C++ source: its lines as one constant, and for each profile of PyTorch
// the places of its lines. Lines that start with '#' are comments and are left out. A line that
// starts with a mark such as "@1.13 " or "@2.6+ " belongs to those profiles only; the mark is left
// out. core/base/torch_profile.h reads marks.
//
// Usage: embed_lines INPUT OUTPUT.cpp NAME
#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "core/base/torch_profile.h"

namespace {

struct Line {
  size_t begin;
  size_t end;
  bool operator==(const Line&) const = default;
};

// Removes the mark at the start of a line, and returns its profiles; nullopt for an unknown mark.
std::optional<ts::TorchProfileRange> takeMark(std::string& line) {
  if (line[0] != '@') return ts::TorchProfileRange{};
  const size_t space = std::min(line.find(' '), line.size() - 1);
  const auto profiles = ts::profileRange(std::string_view(line).substr(1, space - 1));
  line.erase(0, space + 1);
  return profiles;
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\t') {
      out += "\\t";
    } else {
      out += c;
    }
  }
  return out + "\"";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: embed_lines INPUT OUTPUT.cpp NAME\n", stderr);
    return 2;
  }
  std::ifstream in(argv[1]);
  std::ofstream out(argv[2]);
  if (!in || !out) {
    std::fprintf(stderr, "embed_lines: can't read %s or write %s\n", argv[1], argv[2]);
    return 2;
  }
  const std::string name = argv[3];
  out << "#include \"core/ops/line_table.h\"\n\nnamespace ts::ops {\nnamespace {\n\nconstexpr char "
         "kText[] =\n\"\"\n";
  std::array<std::vector<Line>, ts::kTorchProfileCount> selections;
  size_t end = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::string marked = line;
    const auto profiles = takeMark(line);
    if (!profiles) {
      std::fprintf(stderr, "embed_lines: %s: unknown mark: %s\n", argv[1], marked.c_str());
      return 2;
    }
    const Line place{end, end += line.size()};
    for (const ts::TorchProfileRow& row : ts::kTorchProfiles)
      if (profiles->contains(row.profile)) selections[indexOf(row.profile)].push_back(place);
    out << quoted(line) << "\n";
  }
  out << ";\n";
  std::string tables;
  for (size_t i = 0; i < selections.size(); ++i) {
    // A profile shares the index of an equal one.
    const size_t same =
        static_cast<size_t>(std::ranges::find(selections, selections[i]) - selections.begin());
    const std::string number = std::to_string(same);
    tables += "{kText, kLines" + number + ", std::size(kLines" + number + ")}, ";
    if (same != i) continue;
    out << "constexpr LineTable::Line kLines" << i << "[] = {";
    for (size_t j = 0; j < selections[i].size(); ++j)
      out << (j % 8 == 0 ? "\n" : " ") << '{' << selections[i][j].begin << ','
          << selections[i][j].end << "},";
    out << "\n};\n";
  }
  out << "\n}  // namespace\n\nextern const LineTables " << name << ";\nconst LineTables " << name
      << " = {{" << tables << "}};\n\n}  // namespace ts::ops\n";
  return out.good() ? 0 : 2;
}
