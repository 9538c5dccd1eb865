// The calls that construct the modules whose types a check records, so that editors can name them.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ts::driver {

// The first construction of a class, or of a class that derives from it, in one check.
struct Construction {
  std::string path;   // of the file of the class
  std::string name;   // of the class in this file: "Net", "Outer.Inner"
  std::string call;   // "Net(3, width=64)"; empty: the arguments have no text
  std::string place;  // of the call: "export.py:8"; empty: the parameters have their defaults
};

// The constructions that the latest checks of a workspace found. Thread-safe; a look-up does not
// wait for a check.
class KnownConstructions {
 public:
  // Replaces the constructions that the check of this file found.
  void set(const std::string& checked, std::vector<Construction> constructions);
  void clear();

  // Returns the construction of a class. The types that an editor shows in a file come from the
  // check of this file, so its constructions come first.
  std::optional<Construction> find(const std::string& path, const std::string& name) const;

 private:
  using Table = std::map<std::pair<std::string, std::string>, Construction>;  // by path and name

  mutable std::mutex mutex_;
  std::map<std::string, Table> tables_;  // by the path of the checked file
};

}  // namespace ts::driver
