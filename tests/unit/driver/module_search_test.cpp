#include "core/driver/module_search.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ts::driver {
namespace {

OverlayFileSystem tree(std::initializer_list<const char*> paths) {
  OverlayFileSystem::Texts texts;
  for (const char* path : paths) texts.set(path, std::make_shared<SourceFile>(path, ""));
  return OverlayFileSystem(std::move(texts), nullptr);
}

TEST(ModuleSearch, TakesPackagesBeforeModulesAndPathsInOrder) {
  auto files = tree({"a/m.py", "b/m/__init__.py", "b/m.py", "b/p/__init__.py", "b/p/q.py"});
  EXPECT_EQ(findModule(files, {"a", "b"}, "m").path, "a/m.py");
  EXPECT_EQ(findModule(files, {"b", "a"}, "m").path, "b/m/__init__.py");
  EXPECT_TRUE(findModule(files, {"b", "a"}, "m").isPackage);
  EXPECT_EQ(findModule(files, {"a", "b"}, "p.q").path, "b/p/q.py");
  EXPECT_FALSE(findModule(files, {"a", "b"}, "p.z"));
  EXPECT_FALSE(findModule(files, {"a"}, "../b/m"));
  EXPECT_FALSE(findModule(files, {"a"}, ""));
}

TEST(ModuleSearch, NamesAFileByThePackagesAboveIt) {
  auto files =
      tree({"src/pkg/__init__.py", "src/pkg/sub/__init__.py", "src/pkg/sub/m.py", "top.py"});
  ModuleName inner = moduleNameOf(files, "src/pkg/sub/m.py");
  EXPECT_EQ(inner.dotted, "pkg.sub.m");
  EXPECT_EQ(inner.top, "src");
  ModuleName package = moduleNameOf(files, "src/pkg/sub/__init__.py");
  EXPECT_EQ(package.dotted, "pkg.sub");
  EXPECT_TRUE(package.isPackage);
  ModuleName alone = moduleNameOf(files, "top.py");
  EXPECT_EQ(alone.dotted, "top");
  EXPECT_EQ(alone.top, ".");
}

TEST(ModuleSearch, NormalisesTheRelativePathsOfPthFiles) {
  constexpr const char* kPth = "/w/app/.venv/lib/python3.11/site-packages/blocks.pth";
  OverlayFileSystem::Texts texts;
  texts.set(kPth, std::make_shared<SourceFile>(kPth, "../../../../../blocks\n"));
  texts.set("/w/blocks/blocks.py", std::make_shared<SourceFile>("/w/blocks/blocks.py", ""));
  const OverlayFileSystem files(std::move(texts), nullptr);
  const std::vector<std::string> paths = installedPaths(files, "/w/app");
  EXPECT_NE(std::ranges::find(paths, "/w/blocks"), paths.end());
}

}  // namespace
}  // namespace ts::driver
