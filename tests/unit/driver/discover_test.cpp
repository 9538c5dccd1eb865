#include "core/driver/discover.h"

#include <gtest/gtest.h>

namespace ts::driver {
namespace {

OverlayFileSystem tree(std::initializer_list<const char*> paths) {
  OverlayFileSystem::Texts texts;
  for (const char* path : paths) texts.set(path, std::make_shared<SourceFile>(path, ""));
  return OverlayFileSystem(std::move(texts), nullptr);
}

using Paths = std::vector<std::string>;

TEST(Discover, WalksFoldersByName) {
  auto files = tree({"p/b.py", "p/a/z.py", "p/a/y.py", "p/c.txt", "q/x.py"});
  EXPECT_EQ(discover(files, {"p"}).files, (Paths{"p/b.py", "p/a/y.py", "p/a/z.py"}));
  EXPECT_EQ(discover(files, {"."}).files.size(), 4u);
}

TEST(Discover, SkipsFoldersOfOtherCode) {
  auto files = tree({"p/.git/a.py", "p/build/a.py", "p/node_modules/a.py", "p/__pycache__/a.py",
                     "p/env/pyvenv.cfg", "p/env/lib/a.py", "p/.hidden.py", "p/ok.py"});
  EXPECT_EQ(discover(files, {"p"}).files, Paths{"p/ok.py"});
  EXPECT_EQ(discover(files, {"p/build", "p/env"}).files, (Paths{"p/build/a.py", "p/env/lib/a.py"}))
      << "a path that is named is entered";
}

TEST(Discover, TakesNamedFilesOfAnySuffixOnce) {
  auto files = tree({"p/a.py", "p/b.txt"});
  EXPECT_EQ(discover(files, {"p/b.txt", "p/a.py", "p", "p/a.py"}).files,
            (Paths{"p/b.txt", "p/a.py"}));
}

TEST(Discover, PatternsWithABaseDoNotMatchTheFoldersAboveIt) {
  auto files = tree({"/tests/p/a.py", "/tests/p/tests/b.py", "/tests/q/c.py"});
  const Paths exclude{"tests/**"};
  EXPECT_EQ(discover(files, {"/tests/p"}, exclude).files, Paths{});
  EXPECT_EQ(discover(files, {"/tests"}, exclude, "/tests/p").files,
            (Paths{"/tests/p/a.py", "/tests/q/c.py"}));
}

TEST(Discover, ListsMissingPaths) {
  const Discovered discovered = discover(tree({"p/a.py"}), {"p", "no.py"});
  ASSERT_EQ(discovered.unreadable.size(), 1u);
  EXPECT_EQ(discovered.unreadable[0].path, "no.py");
  EXPECT_EQ(discovered.unreadable[0].reason, "no such file or folder");
}

}  // namespace
}  // namespace ts::driver
