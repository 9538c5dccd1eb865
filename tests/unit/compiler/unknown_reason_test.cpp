#include "core/compiler/evaluated/unknown_reason.h"

#include <gtest/gtest.h>

#include "tests/unit/compiler/sources.h"

namespace ts::compiler {
namespace {

std::string reasonOf(const std::string& text, std::string_view name) {
  testing::Sources sources;
  const PyModule& module = sources.add(text);
  EvaluatedFile file(sources.environment, module, EvaluatedFile::Run::Whole);
  return reasonOfUnknown(sources.environment, file, module, name);
}

TEST(UnknownReason, NamesTheImportThatIsNotFound) {
  EXPECT_EQ(
      reasonOf("import nowhere\nconfig = nowhere.load()\nmodel = config['model']\n", "model"),
      "`nowhere` (line 1): no module of this name is found; install it, or add its folder with "
      "--import-path");
  EXPECT_EQ(reasonOf("from lost.place import thing as other\nmodel = other(3)\n", "model"),
            "`lost.place` (line 1): no module of this name is found; install it, or add its folder "
            "with --import-path");
}

TEST(UnknownReason, NamesTheStatementThatRaised) {
  EXPECT_EQ(reasonOf("def make(name):\n    raise KeyError(name)\n\nmodel = make('a')\n", "model"),
            "`make('a')` (line 4) ends with KeyError: 'a'");
}

TEST(UnknownReason, NamesTheCallWhoseResultDependsOnTheMachine) {
  EXPECT_EQ(
      reasonOf("with open('config') as stream:\n    text = stream.read()\nmodel = text\n", "model"),
      "the result of `open` (line 1) depends on data or on the machine; give the value itself");
}

TEST(UnknownReason, IsEmptyForKnownNames) { EXPECT_EQ(reasonOf("model = 3\n", "nothing"), ""); }

}  // namespace
}  // namespace ts::compiler
