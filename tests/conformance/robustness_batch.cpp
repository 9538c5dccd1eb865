// Parses broken texts for tests/conformance/robustness.py.
//
// - robustness_batch file NAME: prefixes of the file, cut at each 97th byte; then the file with a
// token
//   deleted, and with a token doubled, at each 97th token
// - robustness_batch case NAME: one generated text
// - robustness_batch cases: prints the names of the generated texts
//
// Prints "CASES FAILED SECONDS [FAILURE]": SECONDS is the time of the slowest parse, FAILURE the
// first invariant that did not hold.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <string>

#include "core/source/decode.h"
#include "core/syntax/lexer.h"
#include "tests/support/tree_invariants.h"

namespace {

struct Tally {
  size_t cases = 0;
  size_t failed = 0;
  double slowest = 0;
  std::string what;

  void run(std::string text, const std::string& name) {
    auto start = std::chrono::steady_clock::now();
    std::string problem = ts::tests::checkAnyText(std::move(text));
    std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    ++cases;
    slowest = std::max(slowest, took.count());
    if (problem.empty()) return;
    if (failed++ == 0) what = name + ": " + problem;
  }
};

std::string repeat(const std::string& text, size_t times) {
  std::string all;
  all.reserve(text.size() * times);
  for (size_t i = 0; i < times; ++i) all += text;
  return all;
}

std::string chain(const std::string& first, const std::string& more) {
  return first + repeat(more, 100000) + "\n";
}

const std::map<std::string, std::function<std::string()>> kCases = {
    {"brackets-open", [] { return repeat("(", 100000); }},
    {"brackets-mixed", [] { return "x = " + repeat("([{", 33334); }},
    {"brackets-closed", [] { return repeat("(", 100000) + "1" + repeat(")", 100000) + "\n"; }},
    {"brackets-close-only", [] { return repeat(")", 100000); }},
    {"brackets-on-lines", [] { return repeat("f(\n", 30000); }},
    {"calls-open-on-lines", [] { return repeat("x = f(a, b\n", 20000); }},
    {"fstrings-nested", [] { return repeat("f'{", 50000); }},
    {"binary-chain", [] { return chain("a", " + a"); }},
    {"power-chain", [] { return chain("a", " ** a"); }},
    {"comparison-chain", [] { return chain("a", " < a"); }},
    {"boolean-chain", [] { return chain("a", " or a"); }},
    {"mixed-boolean-chain", [] { return chain("a", " or a and a"); }},
    {"unary-chain", [] { return repeat("-", 100000) + "x\n"; }},
    {"not-chain", [] { return repeat("not ", 100000) + "x\n"; }},
    {"lambda-chain", [] { return repeat("lambda: ", 100000) + "x\n"; }},
    {"ternary-chain", [] { return repeat("a if b else ", 100000) + "c\n"; }},
    {"await-chain", [] { return repeat("await ", 100000) + "x\n"; }},
    {"attribute-chain", [] { return chain("a", ".b"); }},
    {"call-chain", [] { return chain("a", "()"); }},
    {"subscript-chain", [] { return chain("a", "[0]"); }},
    {"assignment-chain", [] { return repeat("a = ", 100000) + "1\n"; }},
    {"walrus-chain", [] { return "(" + repeat("a := ", 100000) + "1)\n"; }},
    {"star-chain", [] { return repeat("*", 100000) + "a\n"; }},
    {"elif-chain", [] { return "if a:\n  b\n" + repeat("elif a:\n  b\n", 100000); }},
    {"else-if-nested",
     [] {
       std::string text;
       for (int i = 0; i < 1000; ++i) text += std::string(static_cast<size_t>(i), ' ') + "if a:\n";
       return text;
     }},
    {"decorator-chain", [] { return repeat("@a\n", 100000) + "def f(): pass\n"; }},
    {"string-chain", [] { return chain("'a'", " 'b'"); }},
    {"or-pattern-chain", [] { return "match a:\n case 1" + repeat(" | 1", 100000) + ": pass\n"; }},
    {"semicolons", [] { return repeat("a;", 100000); }},
    {"dedents", [] { return repeat("if a:\n  b\n c\n", 50000); }},
    {"errors-on-every-line", [] { return repeat("a b\n", 50000); }},
    {"bad-characters", [] { return repeat("$ ?\n", 50000); }},
    {"colons", [] { return repeat(":", 100000) + "\n"; }},
    {"match-lines", [] { return repeat("match (x):\n", 50000); }},
    {"with-nested", [] { return repeat("with (", 190) + "a" + repeat("):", 190) + "\n"; }},
    {"nul-bytes", [] { return std::string(100000, '\0'); }},
    {"nul-between", [] { return repeat(std::string("a = 1\0b\n", 8), 1000); }},
    {"invalid-utf8", [] { return repeat("a\xff = '\xc3\x28' # \xed\xa0\x80\n", 10000); }},
    {"backslashes", [] { return repeat("\\\n", 100000); }},
    {"backslash-end", [] { return std::string("a\\"); }},
    {"blanks", [] { return std::string(1000000, ' '); }},
    {"tabs-and-formfeeds", [] { return repeat("\t\f ", 300000) + "a\n"; }},
    {"carriage-returns", [] { return repeat("a\r", 100000); }},
    {"one-line-of-50-MB-names", [] { return std::string(50000000, 'a'); }},
    {"one-line-of-50-MB-sums", [] { return repeat("a+", 25000000) + "a"; }},
    {"one-line-of-30-MB-list", [] { return "[" + repeat("1,", 15000000) + "]"; }},
    {"one-line-of-30-MB-string", [] { return "x = '" + std::string(30000000, 'a') + "'\n"; }},
    {"one-line-of-30-MB-digits", [] { return std::string(30000000, '7') + "\n"; }},
    {"unterminated-strings", [] { return repeat("x = 'a\n", 50000); }},
    {"triple-quote-open", [] { return repeat("'''", 50001); }},
};

std::string read(const char* name) {
  std::ifstream in(name, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  return ts::decodeSource(bytes).text;
}

void damageFile(const std::string& text, Tally& tally) {
  constexpr size_t kStep = 97;
  for (size_t cut = 0; cut < text.size(); cut += kStep)
    tally.run(text.substr(0, cut), "cut at " + std::to_string(cut));
  ts::SourceFile file("file.py", text);
  ts::syntax::Problems problems;
  ts::syntax::LexOptions options;
  auto lexed = ts::syntax::lex(file, {0, static_cast<uint32_t>(text.size())}, options, problems);
  for (size_t i = 1; i < lexed.tokens.size(); i += kStep) {
    ts::Span span = lexed.tokens[i].span();
    std::string deleted = text, doubled = text;
    deleted.erase(span.begin, span.size());
    doubled.insert(span.end, text, span.begin, span.size());
    tally.run(std::move(deleted), "token at " + std::to_string(span.begin) + " deleted");
    tally.run(std::move(doubled), "token at " + std::to_string(span.begin) + " doubled");
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::string mode = argc > 1 ? argv[1] : "";
  Tally tally;
  if (mode == "cases") {
    for (const auto& [name, make] : kCases) std::puts(name.c_str());
    return 0;
  }
  if (mode == "case" && argc == 3 && kCases.contains(argv[2])) {
    tally.run(kCases.at(argv[2])(), argv[2]);
  } else if (mode == "file" && argc == 3) {
    damageFile(read(argv[2]), tally);
  } else {
    std::fputs("usage: robustness_batch (file NAME | case NAME | cases)\n", stderr);
    return 2;
  }
  std::printf("%zu %zu %.3f %s\n", tally.cases, tally.failed, tally.slowest, tally.what.c_str());
  return tally.failed == 0 ? 0 : 1;
}
