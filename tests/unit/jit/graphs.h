// Graphs for the tests of this folder.
#pragma once

#include <gtest/gtest.h>

#include "core/ir/text.h"

namespace ts::jit {

inline ir::GraphPtr graphOf(std::string_view text) {
  auto parsed = ir::parseGraph(text, std::make_shared<types::TypeTable>());
  EXPECT_TRUE(parsed.graph) << parsed.error;
  return parsed.graph;
}

}  // namespace ts::jit
