#include "core/driver/module_classes.h"

#include <gtest/gtest.h>

#include <map>

namespace ts::driver {
namespace {

using Files = std::map<std::string, std::string>;

// True if m.py may have a module class.
bool mayHave(const Files& files) {
  OverlayFileSystem::Texts texts;
  for (const auto& [path, text] : files) texts.set(path, std::make_shared<SourceFile>(path, text));
  const Workspace workspace(std::make_shared<OverlayFileSystem>(std::move(texts), nullptr));
  const Snapshot snapshot = workspace.snapshot();
  return mayHaveModuleClass(snapshot, "m.py", snapshot.parse("m.py"),
                            [](const syntax::ClassDef&) { return true; });
}
bool mayHave(const std::string& text) { return mayHave(Files{{"m.py", text}}); }

TEST(ModuleClasses, AClassOfTheLibraryIsNotAModule) {
  EXPECT_FALSE(mayHave("import unittest\nclass T(unittest.TestCase): pass\n"));
  EXPECT_FALSE(mayHave("from abc import ABC, ABCMeta\nclass A(ABC, metaclass=ABCMeta): pass\n"));
  EXPECT_FALSE(mayHave("from typing import Generic, T\nclass A(Generic[T]): pass\n"));
  EXPECT_FALSE(mayHave("class A: pass\nclass B(A): pass\nclass C(B, dict): pass\n"));
  EXPECT_FALSE(mayHave("from torch.utils.data import Dataset\nclass D(Dataset): pass\n"));
  EXPECT_FALSE(mayHave("import torch\nclass F(torch.autograd.Function): pass\n"));
}

TEST(ModuleClasses, AnyWayToTorchsModulesCounts) {
  EXPECT_TRUE(mayHave("from torch import nn\nclass A(nn.Module): pass\n"));
  EXPECT_TRUE(mayHave("import torch.nn as n\nclass A(n.Linear): pass\n"));
  EXPECT_TRUE(mayHave("from torch.nn import Module as M\nclass B(dict, M): pass\n"));
  EXPECT_TRUE(mayHave("import pytorch_lightning as pl\nclass A(pl.LightningModule): pass\n"));
}

TEST(ModuleClasses, BasesThatNamesDoNotDecideCount) {
  EXPECT_TRUE(mayHave("from x import *\nclass A(dict): pass\n"));
  EXPECT_TRUE(mayHave("from missing import B\nclass A(B): pass\n"));
  EXPECT_TRUE(mayHave("class A(make()): pass\n"));
  EXPECT_TRUE(mayHave("B = object\nclass A(B): pass\n"));
  EXPECT_TRUE(mayHave("class A(metaclass=M): pass\n"));
  EXPECT_TRUE(mayHave("class A(**options): pass\n"));
  EXPECT_TRUE(mayHave("import enum\nenum = other\nclass A(enum.Enum): pass\n"));
  EXPECT_TRUE(mayHave("class A(A): pass\n"));
}

TEST(ModuleClasses, BasesAreFollowedThroughFiles) {
  const Files plain{{"p/__init__.py", "from .a import Base\n"},
                    {"p/a.py", "import abc\nclass Base(abc.ABC): pass\n"}};
  const auto with = [](Files files, const std::string& text) {
    files["m.py"] = text;
    return files;
  };
  EXPECT_FALSE(mayHave(with(plain, "from p import Base\nclass A(Base): pass\n")));
  EXPECT_FALSE(mayHave(with(plain, "import p.a\nclass A(p.a.Base): pass\n")));
  EXPECT_FALSE(mayHave(with(plain, "from p import a\nclass A(a.Base): pass\n")));
  Files modules = plain;
  modules["p/a.py"] = "from torch import nn\nclass Base(nn.Module): pass\n";
  EXPECT_TRUE(mayHave(with(modules, "from p import Base\nclass A(Base): pass\n")));
  EXPECT_TRUE(mayHave(with(modules, "import p.a\nclass A(p.a.Base): pass\n")));
  EXPECT_TRUE(mayHave(with(plain, "from p import Other\nclass A(Other): pass\n")));
}

TEST(ModuleClasses, AModuleOfTheProjectHidesOneOfTheLibrary) {
  EXPECT_TRUE(mayHave(Files{{"queue.py", "from torch.nn import Module as Queue\n"},
                            {"m.py", "import queue\nclass A(queue.Queue): pass\n"}}));
}

TEST(ModuleClasses, OnlyTheClassesThatCountDecide) {
  OverlayFileSystem::Texts texts;
  texts.set("m.py", std::make_shared<SourceFile>(
                        "m.py", "from torch import nn\nclass A(nn.Module): pass\nclass B: pass\n"));
  const Workspace workspace(std::make_shared<OverlayFileSystem>(std::move(texts), nullptr));
  const Snapshot snapshot = workspace.snapshot();
  EXPECT_FALSE(
      mayHaveModuleClass(snapshot, "m.py", snapshot.parse("m.py"),
                         [](const syntax::ClassDef& def) { return def.name.text == "B"; }));
}

}  // namespace
}  // namespace ts::driver
