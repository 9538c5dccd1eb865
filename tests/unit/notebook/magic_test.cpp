#include "core/notebook/magic.h"

#include <gtest/gtest.h>

namespace ts::notebook {
namespace {

TEST(Magic, LinesOfIPythonBecomeComments) {
  EXPECT_EQ(withoutMagic("%matplotlib inline\nx = 1\n!ls\n"), "#matplotlib inline\nx = 1\n#ls\n");
  EXPECT_EQ(withoutMagic("x?\nx.y??\n?x"), "#?\n#.y??\n#x");
  EXPECT_EQ(withoutMagic("files = !ls\nout, b = %time f()\n"), "#iles = !ls\n#ut, b = %time f()\n");
  EXPECT_EQ(withoutMagic("!ls \\\n  -l\nx"), "#ls \\\n  #l\nx");
}

TEST(Magic, ABlockKeepsAStatement) {
  EXPECT_EQ(withoutMagic("if x:\n    %time f()\n"), "if x:\n    pass# f()\n");
  EXPECT_EQ(withoutMagic("if x:\n  !ls!\n"), "if x:\n  pass\n");
  EXPECT_EQ(withoutMagic("if x:\n  !é漢x\n"), "if x:\n  pass##x\n");
}

TEST(Magic, PythonIsUnchanged) {
  for (const char* text : {"x = (a\n%b)\n", "s = '''\n%magic\n!ls\n'''\n", "x = a \\\n  % b\n",
                           "y = a % b\n", "x != y\n", "f(a=1)\n%", ""}) {
    const std::string expected = std::string(text).ends_with("\n%") ? "f(a=1)\n#" : text;
    EXPECT_EQ(withoutMagic(text), expected);
  }
}

TEST(Magic, CellsOfAnotherLanguageAreEmpty) {
  EXPECT_EQ(withoutMagic("\n%%bash\nls (\n\n'\n"), "\n#%bash\n#s (\n\n#\n");
  EXPECT_EQ(withoutMagic("%%time\nx = 1\n"), "#%time\nx = 1\n");
}

}  // namespace
}  // namespace ts::notebook
