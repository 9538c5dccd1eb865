// Our side of "./dev bench parse". Reads file names from standard input and parses each file from
// bytes to tree, in several rounds, on one thread. Prints one line:
//
//   BYTES SECONDS PEAK_KB
//
// SECONDS is the processor time of the best round, PEAK_KB the peak memory of the process.
#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "core/source/decode.h"
#include "core/syntax/parser.h"

namespace {

// Includes decoding and the line index: every step from the bytes to the tree.
size_t parseBytes(const std::string& bytes) {
  ts::DecodedText decoded = ts::decodeSource(bytes);
  auto file = std::make_shared<ts::SourceFile>("file.py", std::move(decoded.text));
  ts::diag::Sink sink;
  return ts::syntax::parse(file, sink)->body.size();
}

double processorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

int main(int argc, char** argv) {
  int rounds = argc > 1 ? std::atoi(argv[1]) : 3;
  std::vector<std::string> files;
  size_t total = 0;
  for (std::string name; std::getline(std::cin, name);) {
    std::ifstream in(name, std::ios::binary);
    files.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    total += files.back().size();
  }
  double best = 1e30;
  size_t statements = 0;
  for (int round = 0; round < rounds; ++round) {
    double start = processorSeconds();
    for (const std::string& bytes : files) statements += parseBytes(bytes);
    best = std::min(best, processorSeconds() - start);
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%zu %.6f %ld\n", total, best, usage.ru_maxrss);
  return statements > 0 ? 0 : 1;
}
