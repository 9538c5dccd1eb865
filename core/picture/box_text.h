// The texts in the boxes and on the edges of a picture, and the families that colour boxes.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/picture/picture.h"

namespace ts::viz {

struct BoxText {
  std::string title;
  std::vector<std::string> details;
  std::string note;         // totals of a group, fainter than details; may be empty
  std::string_view family;  // of look.json: "norm"
};

// Belongs to one thread; the picture outlives it.
class BoxTexts {
 public:
  explicit BoxTexts(const Picture& picture);

  BoxText ofNode(NodeId id);
  BoxText ofGroup(GroupId id);
  // The title without the path of the module around the group: "0" in "layer1".
  std::string titleOf(GroupId id) const;

 private:
  std::string_view familyOfGroup(GroupId id);
  std::string_view familyOf(const std::string& name, std::string_view other);
  std::string modulePathAround(GroupId id) const;

  const Picture& picture_;
  std::vector<bool> hasModules_;  // by group: a module is directly inside
  std::unordered_map<std::string, std::string_view>
      families_;  // by the name of an operator or class
};

// The name of a value in the source: "x" for "x.1"; empty for a value that has only a number.
std::string valueName(const ModelValue& value);
// "1×64 float32" for "float32 [1, 64]", or the value's label; empty when nothing is known.
std::string shapeLabel(const Picture& picture, ValueId id);
// "25.6 M params · 8.18 GFLOP"
std::string statsLabel(const Stats& stats);

}  // namespace ts::viz
