#include <gtest/gtest.h>
#include <unistd.h>

#include "debugger/dap/breakpoint_table.h"
#include "tests/unit/dap/editor.h"

namespace ts::dap {
namespace {

class Breakpoints : public testing::Test {
 protected:
  Breakpoints() {
    path_ = testing::TempDir() + "lines-" + std::to_string(getpid()) + ".py";
    std::ofstream(path_) << "x = 1\n\n\ny = 2\n";
  }
  ~Breakpoints() override { unlink(path_.c_str()); }
  using Setter = std::string (BreakpointTable::*)(protocol::JsonView, JsonWriter&);
  // The answer to a request, as JSON.
  Json set(Setter setter, const std::string& arguments, const std::string& problem = "") {
    JsonWriter out;
    EXPECT_EQ((table_.*setter)(parsed(arguments)->root(), out), problem);
    return problem.empty() ? parsed(out.take()) : nullptr;
  }
  std::string at(const std::string& breakpoints) {
    return "{\"source\": {\"path\": \"" + path_ + "\"}, \"breakpoints\": [" + breakpoints + "]}";
  }
  static std::string messageOf(const Json& answer, size_t index) {
    return answer->root().elements().at(index)["message"].string().value_or("");
  }

  std::string path_;
  Sources sources_;
  BreakpointTable table_{sources_};
};

TEST_F(Breakpoints, MoveToTheNextLineWithCode) {
  const Json answer =
      set(&BreakpointTable::setLines, at(R"({"line": 2}, {"line": 9}, {"line": 0})"));
  const auto breakpoints = answer->root().elements();
  EXPECT_EQ(breakpoints[0]["line"].integer(), 4);
  EXPECT_EQ(breakpoints[0]["verified"].boolean(), true);
  EXPECT_EQ(messageOf(answer, 1), "line 9 and the lines behind it have no code");
  EXPECT_EQ(messageOf(answer, 2), "`line` must be a number from 1 on");
  EXPECT_EQ(table_.snapshot()->lines.at(path_).size(), 1u);
}

TEST_F(Breakpoints, OfASourceReplaceEachOther) {
  set(&BreakpointTable::setLines, at(R"({"line": 1}, {"line": 4})"));
  const auto before = table_.snapshot();
  set(&BreakpointTable::setLines, at(R"({"line": 4, "condition": "x", "hitCondition": ">= 3"})"));
  EXPECT_EQ(before->lines.at(path_).size(), 2u);  // a snapshot does not change
  const stepping::Breakpoint breakpoint = table_.snapshot()->lines.at(path_).at(0);
  EXPECT_EQ(breakpoint.condition, "x");
  EXPECT_TRUE(breakpoint.hits->admits(3));
  EXPECT_EQ(breakpoint.id, 3);
}

TEST_F(Breakpoints, AWrongHitCountOrAnUnreadableSourceIsSaid) {
  EXPECT_NE(
      messageOf(set(&BreakpointTable::setLines, at(R"({"line": 1, "hitCondition": "x"})")), 0), "");
  const Json answer = set(&BreakpointTable::setLines,
                          R"({"source": {"path": "/none.py"}, "breakpoints": [{"line": 1}]})");
  EXPECT_NE(messageOf(answer, 0).find("/none.py"), std::string::npos);
  set(&BreakpointTable::setLines, R"({"breakpoints": []})",
      "`source` needs a path or the number of a known source");
}

TEST_F(Breakpoints, OfFunctionsNeedAName) {
  const Json answer =
      set(&BreakpointTable::setFunctions, R"({"breakpoints": [{"name": "f"}, {"name": ""}]})");
  EXPECT_EQ(messageOf(answer, 0), "");
  EXPECT_NE(messageOf(answer, 1), "");
  EXPECT_EQ(table_.snapshot()->functions.at(0).function, "f");
}

TEST_F(Breakpoints, OfDataNameAFrameAndAPath) {
  const std::string id = BreakpointTable::dataIdOf("Net.forward", "self.factor");
  const Json answer =
      set(&BreakpointTable::setData, "{\"breakpoints\": [{\"dataId\": \"" + id +
                                         R"(", "condition": "shape"}, {"dataId": "x"},
                                 {"dataId": "f:x", "accessType": "read"}]})");
  EXPECT_EQ(messageOf(answer, 0), "");
  EXPECT_NE(messageOf(answer, 1).find("dataBreakpointInfo"), std::string::npos);
  EXPECT_NE(messageOf(answer, 2).find("\"write\""), std::string::npos);
  const stepping::Breakpoint breakpoint = table_.snapshot()->data.at(0);
  EXPECT_EQ(breakpoint.function, "Net.forward");
  EXPECT_EQ(breakpoint.data, "self.factor");
  EXPECT_EQ(breakpoint.dataRule, stepping::Breakpoint::DataRule::Shape);
  EXPECT_EQ(breakpoint.condition, "");
}

TEST_F(Breakpoints, OfInstructionsAreAddresses) {
  const Json answer = set(&BreakpointTable::setInstructions,
                          R"({"breakpoints": [{"instructionReference": "0x10", "offset": 8},
                                              {"instructionReference": "10"}]})");
  EXPECT_NE(messageOf(answer, 1), "");
  EXPECT_EQ(table_.snapshot()->nodes.at(0).address, 0x18u);
  EXPECT_EQ(addressIn(parsed("\"0x1f8\"")->root()), 0x1f8u);
  EXPECT_FALSE(addressIn(parsed("\"0x1g\"")->root()));
}

TEST_F(Breakpoints, FiltersAreSetAndUnset) {
  const Json answer =
      set(&BreakpointTable::setExceptions, R"({"filters": ["raised", "nan", "other"]})");
  EXPECT_NE(messageOf(answer, 2).find("`other` is unknown"), std::string::npos);
  EXPECT_TRUE(table_.snapshot()->raised && table_.snapshot()->nan);
  set(&BreakpointTable::setExceptions, R"({"filters": ["tracer"]})");
  EXPECT_FALSE(table_.snapshot()->raised || table_.snapshot()->nan);
  EXPECT_TRUE(table_.snapshot()->tracer);
}

TEST(Sources, FilesHavePathsAndOtherSourcesNumbers) {
  Sources sources;
  const auto write = [&](const std::string& path, bool isSubtle) {
    JsonWriter out;
    sources.write(out, std::make_shared<SourceFile>(path, "x = 1\n"), isSubtle);
    return parsed(out.take());
  };
  EXPECT_EQ(write("/a/b.py", false)->root().text(), R"({"name":"b.py","path":"/a/b.py"})");
  const Json library = write("<torch/nn/functional.py>", true);
  EXPECT_EQ(library->root()["sourceReference"].integer(), 1);
  EXPECT_EQ(library->root()["presentationHint"].string(), "deemphasize");
  EXPECT_EQ(sources.pathOf(library->root()), "<torch/nn/functional.py>");
  EXPECT_EQ(sources.find(1)->text(), "x = 1\n");
  EXPECT_EQ(write("<torch/nn/functional.py>", true)->root()["sourceReference"].integer(), 1);
  EXPECT_FALSE(sources.find(2));
  EXPECT_FALSE(sources.pathOf(parsed(R"({"sourceReference": 9})")->root()));
  EXPECT_FALSE(sources.pathOf(parsed("{}")->root()));
}

TEST(Sources, CellsHaveTheNamesOfTheEditor) {
  const std::string path = testing::TempDir() + "cells.ipynb";
  std::ofstream(path) << R"({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
    {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": null, "source": "x = 1"}]})";
  Sources sources;
  EXPECT_EQ(sources.nameCells(path, {}), "");
  EXPECT_NE(sources.nameCells(path, {"a", "b"}).find("1 code cells"), std::string::npos);
  EXPECT_EQ(sources.nameCells(path, {"cell:a"}), "");
  const auto cell = sources.pathOf(parsed(R"({"path": "cell:a"})")->root());
  ASSERT_TRUE(cell);
  JsonWriter out;
  sources.write(out, std::make_shared<SourceFile>(*cell, "x = 1"), false);
  EXPECT_EQ(parsed(out.take())->root()["path"].string(), "cell:a");
}

}  // namespace
}  // namespace ts::dap
