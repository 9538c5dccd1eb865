// The positions of an engine. A visit is the moment before a line of shown code runs, once in each
// round of a loop. Engines run the same program, so most visits of one engine have a partner among
// those of another one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ts::stepping {

struct Visit {
  uint64_t place = 0;  // a hash of path and line
  uint32_t line = 0;
  uint32_t depth = 0;  // of calls
};

class VisitLog {
 public:
  // Positions beyond this number are not kept: lock-step and stepping back end there.
  static constexpr size_t kMost = 4'000'000;

  // path: the same object for the same text while the log lives.
  void add(const std::string& path, uint32_t line, size_t depth);
  // The number of visits so far, also of those that are not kept.
  size_t count() const { return count_; }
  const std::vector<Visit>& kept() const { return kept_; }

 private:
  std::vector<Visit> kept_;
  size_t count_ = 0;
  const std::string* lastPath_ = nullptr;
  uint64_t lastHash_ = 0;
};

// A place that was found before the run: the first visit of the line after this number of tensor
// operators.
struct NotedPlace {
  enum class Kind : uint8_t { Divergence, TracerWarning } kind = Kind::Divergence;
  std::string path;  // empty: the first visit of any line
  uint32_t line = 0;
  size_t operators = 0;
  std::string text;    // "trace: branch: ..."
  std::string detail;  // the difference that a caller sees
};

// The visits of two engines, paired in order by their places.
class VisitPairs {
 public:
  VisitPairs() = default;
  VisitPairs(const std::vector<Visit>& from, const std::vector<Visit>& to);

  struct Partner {
    size_t visit = SIZE_MAX;  // SIZE_MAX: the visit is unknown
    bool isExact = false;     // else the visit behind the partner of the last one that has one
  };
  // Where the other engine is meanwhile.
  Partner partnerOf(size_t visit) const;

 private:
  std::vector<Partner> partners_;
};

}  // namespace ts::stepping
