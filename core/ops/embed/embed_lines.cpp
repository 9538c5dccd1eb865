// Turns a data file into a C++ source: its lines as one constant, and the start of each line. Lines
// that start with '#' are comments and are left out.
//
// Usage: embed_lines INPUT OUTPUT.cpp NAME
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

namespace {

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
  std::vector<size_t> starts = {0};
  out << "#include \"core/ops/line_table.h\"\n\nnamespace ts::ops {\nnamespace {\n\nconstexpr char "
         "kText[] =\n\"\"\n";
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    starts.push_back(starts.back() + line.size());
    out << quoted(line) << "\n";
  }
  out << ";\nconstexpr uint32_t kStarts[] = {";
  for (size_t i = 0; i < starts.size(); ++i) out << (i % 16 == 0 ? "\n" : " ") << starts[i] << ",";
  out << "\n};\n\n}  // namespace\n\nextern const LineTable " << name << ";\nconst LineTable "
      << name << " = {kText, kStarts, " << starts.size() - 1 << "};\n\n}  // namespace ts::ops\n";
  return out.good() ? 0 : 2;
}
