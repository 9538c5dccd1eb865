#include "debugger/dap/launch_config.h"

#include <gtest/gtest.h>

#include "tests/unit/dap/editor.h"

namespace ts::dap {
namespace {

using debugger::EngineKind;

session::ProgramConfig read(const std::string& arguments) {
  session::ProgramConfig config;
  EXPECT_EQ(readLaunchConfig(parsed(arguments)->root(), config), "") << arguments;
  return config;
}
std::string problemOf(const std::string& arguments) {
  session::ProgramConfig config;
  return readLaunchConfig(parsed(arguments)->root(), config);
}

TEST(LaunchConfig, AProgramIsRunByEagerInTheFolderOfTheAdapter) {
  const session::ProgramConfig config = read(R"({"program": "a/../b.py", "unknown": 1})");
  EXPECT_TRUE(config.program.ends_with("/b.py"));
  EXPECT_TRUE(config.program.starts_with('/'));
  EXPECT_EQ(config.engines, std::vector{EngineKind::Eager});
  EXPECT_FALSE(config.isTarget());
  EXPECT_TRUE(config.justMyCode);
  EXPECT_EQ(config.name(), config.program);
}

TEST(LaunchConfig, ReadsEachKeyOfAProgram) {
  const session::ProgramConfig config =
      read(R"({"program": "b.py", "args": ["-v"], "cwd": "/tmp", "env": {"A": "1", "B": null},
               "jit": "off", "torch": "1.13", "stopOnEntry": true, "justMyCode": false,
               "record": true, "maxMemory": 7, "noDebug": true})");
  EXPECT_EQ(config.program, "/tmp/b.py");
  EXPECT_EQ(config.arguments, std::vector<std::string>{"-v"});
  EXPECT_EQ(config.environment.at("A"), "1");
  EXPECT_FALSE(config.environment.at("B"));
  EXPECT_EQ(config.jit, false);
  EXPECT_TRUE(config.torch);
  EXPECT_TRUE(config.stopOnEntry && config.record && config.noDebug && !config.justMyCode);
  EXPECT_EQ(config.maxMemory, 7u);
}

TEST(LaunchConfig, ATargetHasEnginesInOrder) {
  const session::ProgramConfig config =
      read(R"({"target": "m.py:Net", "inputs": "1", "cwd": "/tmp", "lockStep": false,
               "engines": ["trace", "eager"], "stopOnDivergence": true})");
  ASSERT_TRUE(config.isTarget());
  EXPECT_EQ(config.target->target.path, "/tmp/m.py");
  EXPECT_EQ(config.target->target.name, "Net");
  EXPECT_EQ(config.engines, (std::vector{EngineKind::Eager, EngineKind::Trace}));
  EXPECT_EQ(config.stopOnDivergence, true);
  EXPECT_FALSE(config.lockStep);
}

TEST(LaunchConfig, ATargetIsTracedAndSetAsItsKeysSay) {
  const session::ProgramConfig plain = read(R"({"target": "m.py:Net"})");
  EXPECT_TRUE(plain.target->isStrict && !plain.target->evaluates);
  const session::ProgramConfig config =
      read(R"({"target": "m.py:Net", "strict": false, "eval": true, "foldAsPyTorch": true})");
  EXPECT_TRUE(!config.target->isStrict && config.target->evaluates &&
              config.target->foldsAsPyTorch);
}

TEST(LaunchConfig, ATargetIsCalledWithEachOfSeveralInputs) {
  const session::ProgramConfig config = read(R"({"target": "m.py:f", "inputs": ["1", "2", "3"]})");
  EXPECT_EQ(config.target->inputs, "1");
  EXPECT_EQ(config.target->example, "1");
  EXPECT_EQ(config.target->laterInputs, (std::vector<std::string>{"2", "3"}));
  EXPECT_EQ(problemOf(R"({"target": "m.py:f", "inputs": 1})"),
            "`inputs` is 1; it must be a string or an array of strings");
}

TEST(LaunchConfig, AnArchiveIsRunByScriptAlone) {
  EXPECT_EQ(read(R"({"target": "m.pt", "cwd": "/tmp"})").engines, std::vector{EngineKind::Script});
  EXPECT_NE(problemOf(R"({"target": "m.pt", "engines": ["eager"]})").find("must be [\"script\"]"),
            std::string::npos);
  EXPECT_NE(problemOf(R"({"target": "m.pt", "init": "1"})").find("archive"), std::string::npos);
}

TEST(LaunchConfig, AWrongValueIsNamedWithTheAllowedOnes) {
  EXPECT_EQ(problemOf(R"({"program": 1})"), "`program` is 1; it must be a string");
  EXPECT_EQ(problemOf(R"({"program": "a.py", "record": "x"})"),
            "`record` is \"x\"; it must be true or false");
  EXPECT_NE(problemOf(R"({"program": "a.py", "args": [1]})"), "");
  EXPECT_NE(problemOf(R"({"program": "a.py", "env": {"A=B": "1"}})"), "");
  EXPECT_NE(problemOf(R"({"program": "a.py", "env": {"A": 1}})"), "");
  EXPECT_NE(problemOf(R"({"program": "a.py", "jit": true})"), "");
  EXPECT_NE(problemOf(R"({"program": "a.py", "torch": "9.9"})"), "");
  EXPECT_NE(problemOf(R"({"program": "a.py", "maxMemory": 0})"), "");
  EXPECT_NE(problemOf(R"({"target": "a.py:f", "engines": ["eager", "eager"]})"), "");
  EXPECT_NE(problemOf(R"({"target": "a.py:f", "engines": []})"), "");
  EXPECT_NE(problemOf(R"({"program": "a.ipynb", "cells": ["a", "a"]})"), "");
}

TEST(LaunchConfig, KeysThatExcludeEachOtherAreAProblem) {
  EXPECT_NE(problemOf("{}").find("`program` is missing"), std::string::npos);
  EXPECT_NE(problemOf(R"({"program": "a.py", "target": "b.py:f"})").find("exclude"),
            std::string::npos);
  EXPECT_NE(problemOf(R"({"program": "a.py", "engines": ["script"]})").find("needs a `target`"),
            std::string::npos);
  EXPECT_NE(problemOf(R"({"program": "a.py", "cells": ["x"]})").find("notebook"),
            std::string::npos);
  EXPECT_NE(problemOf(R"({"program": "a.py", "cwd": "/nowhere"})").find("not a folder"),
            std::string::npos);
  EXPECT_NE(problemOf(R"({"target": "a.ir"})").find("must be FILE.py:NAME"), std::string::npos);
}

}  // namespace
}  // namespace ts::dap
