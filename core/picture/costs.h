// Parameters, operations and memory of the nodes and groups of a picture.
#pragma once

#include "core/picture/hierarchy.h"
#include "core/picture/overlay.h"

namespace ts::viz {

// The operations of one node: a multiplication with an addition counts as two. Only convolutions
// and matrix products count, as in papers; nothing for other operators and for unknown shapes.
std::optional<int64_t> flopsOf(const Model& model, const ModelNode& node, const Overlay& overlay);

// Sets the statistics of nodes and groups. Those of a group count all of its repeats. The whole
// graph and each module have the parameters below their paths, used or not; each group has those
// that its nodes use.
void addCosts(const Model& model, const Hierarchy& hierarchy, Overlay& overlay);

// "layer1.0.conv1.weight" for the text of an argument, "self.layer1.0.conv1.weight". Null when it
// is not a weight.
const Weight* weightOf(const Overlay& overlay, const std::string& text,
                       std::string* path = nullptr);

// The value of a setting: "[3, 3]" for "self.attn.shift_size". Null for another text.
const std::string* settingOf(const Overlay& overlay, const std::string& text);

// Sets the times of all groups to the sums over their nodes. A part of addCosts().
void addTimes(const Model& model, const Hierarchy& hierarchy, Overlay& overlay);

}  // namespace ts::viz
