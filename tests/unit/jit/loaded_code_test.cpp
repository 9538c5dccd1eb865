// Machine code as gdb and reports of crashes see it.
#include "core/jit/loaded_code.h"

#include <elf.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>

#include "core/interp/events.h"
#include "core/interp/program.h"
#include "core/jit/code_maker.h"
#include "core/jit/debug_places.h"
#include "core/jit/engine.h"
#include "core/jit/prepared_graph.h"
#include "tests/unit/jit/graphs.h"

namespace ts::jit {
namespace {

constexpr const char* kLoad =
    "define i32 @run(ptr %p) nounwind {\n  %v = load i32, ptr %p\n  ret i32 %v\n}\n";
using Load = int (*)(const int*);

#ifndef JITSCOPE_SANITIZED  // which have their own handlers
TEST(LoadedCode, ACrashNamesTheFunction) {
  const auto object = CodeMaker().make(kLoad, kAllPasses, "Net.forward");
  const auto load = reinterpret_cast<Load>(object->function("run"));
  const int value = 3;
  EXPECT_EQ(load(&value), 3);
  EXPECT_DEATH(
      {
        reportCrashes();
        load(nullptr);
      },
      "the machine code of Net.forward crashed with signal 11");
}

// The cache contains wrong code for a program.
TEST(LoadedCode, LaterProcessesInterpretAProgramWhoseCodeCrashed) {
  const ir::GraphPtr graph = graphOf(R"(graph(%n : int):
  %true : bool = prim::Constant[value=1]()
  %zero : int = prim::Constant[value=0]()
  %sum : int = prim::Loop(%n, %true, %zero)
    block0(%i : int, %s : int):
      %t : int = aten::add(%s, %i)
      -> (%true, %t)
  return (%sum)
)");
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / fmt::format("crashes-{}", ::getpid());
  const auto cache = std::make_shared<ObjectCache>((folder / "objects").string());
  const interp::Program program(prepareGraph(graph), "graph", interp::Events::None);
  cache->add(
      CodeMaker::keyOf(writeFunction(program, {.entries = LoopEntries::Lazy}).text, kAllPasses),
      compileModule("define i32 @run(ptr, ptr, ptr, ptr, i32) nounwind {\n"
                    "  store volatile i32 0, ptr inttoptr (i64 8 to ptr)\n  ret i32 0\n}\n"));
  std::vector<std::string> warnings;
  const auto sum = [&] {
    Engine engine(
        {.cache = cache, .warn = [&](const std::string& message) { warnings.push_back(message); }});
    interp::Interpreter interpreter;
    interpreter.setNativeCompiler(&engine);
    interpreter.run(graph, {int64_t{4}});
    return interpreter.run(graph, {int64_t{5}})[0].toInt();
  };
  EXPECT_DEATH(
      {
        reportCrashes();
        sum();
      },
      "the machine code of .* crashed with signal 11.*later runs interpret this function");
  EXPECT_EQ(sum(), 10);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings[0].find("crashed in an earlier run"), std::string::npos);
  std::filesystem::remove_all(folder);
}
#endif

TEST(LoadedCode, GdbGetsTheFileWithItsAddresses) {
  const CodeMaker maker(nullptr, Workplace::Caller, true);
  const auto object = maker.make(kLoad, kAllPasses, "Net.forward");
  const std::string file = object->withAddresses(compileModule(kLoad));
  Elf64_Ehdr header;
  std::memcpy(&header, file.data(), sizeof(header));
  const auto run = reinterpret_cast<uint64_t>(object->function("run"));
  bool isFound = false;
  for (size_t i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section;
    std::memcpy(&section, file.data() + header.e_shoff + i * sizeof(section), sizeof(section));
    isFound |= section.sh_addr == run && (section.sh_flags & SHF_EXECINSTR) != 0;
  }
  EXPECT_TRUE(isFound);
  EXPECT_GE(object->code().size(), 4U);
}

TEST(DebugPlaces, LlvmAcceptsThePlacesOfInlinedFiles) {
  const SourceFile one("folder/one.py", "a = 1\nb = 2\n"), two("say \"two\".py", "\n\nc = 3\n");
  DebugPlaces places("Net.forward", {&one, {0, 1}});
  const std::string first = places.suffixOf({&one, {6, 7}}),
                    second = places.suffixOf({&two, {2, 3}});
  EXPECT_EQ(places.suffixOf({&one, {6, 7}}), first);
  EXPECT_NE(first, second);
  const std::string text = fmt::format(
      "define i32 @run(i32 %p) nounwind{} {{\n  %v = mul i32 %p, 7{}\n  ret i32 %v{}\n}}\n{}",
      DebugPlaces::functionSuffix(), first, second, places.definitions());
  const std::string assembly = compileModule(text, Output::Assembly);
  EXPECT_NE(assembly.find("\"one.py\""), std::string::npos) << assembly;
  EXPECT_NE(assembly.find("say \\\"two\\\".py"), std::string::npos) << assembly;
  EXPECT_NE(assembly.find(".loc\t1 2 "), std::string::npos) << assembly;
}

TEST(DebugPlaces, AFunctionWithoutAPlaceKeepsThoseOfItsInstructions) {
  const SourceFile one("one.py", "a = 1\nb = 2\n");
  DebugPlaces places("Net.forward", {});
  const std::string unknown = places.suffixOf({}), known = places.suffixOf({&one, {6, 7}});
  const std::string text = fmt::format(
      "define i32 @run(i32 %p) nounwind{} {{\n  %v = mul i32 %p, 7{}\n  ret i32 %v{}\n}}\n{}",
      DebugPlaces::functionSuffix(), unknown, known, places.definitions());
  const std::string assembly = compileModule(text, Output::Assembly);
  EXPECT_NE(assembly.find("\"one.py\""), std::string::npos) << assembly;
}

// Each instruction of a segment comes after a mark, and a loop has one mark.
TEST(Marks, TellTheClockEachNode) {
  struct Recorder final : interp::Clock {
    void reached(std::span<const ir::Node* const> nodes) override {
      std::string names;
      for (const ir::Node* node : nodes)
        if (node->schema() != nullptr) names += node->kind().str() + " ";
      if (!names.empty()) reachedNodes.push_back(names);
    }
    std::vector<std::string> reachedNodes;
  } recorder;
  const ir::GraphPtr graph = graphOf(R"(graph(%x : Tensor, %y : Tensor):
  %one : int = prim::Constant[value=1]()
  %a : Tensor = aten::mul(%x, %y)
  %b : Tensor = aten::add(%a, %y, %one)
  %c : Tensor = aten::mm(%b, %y)
  return (%c)
)");
  tensor::Tensor x = tensor::empty(tensor::Dims{32, 32}, tensor::DType::Float32);
  std::fill_n(x.data<float>(), x.numel(), 1.0F);
  Engine engine({.isMeasured = true});
  interp::Interpreter interpreter;
  interpreter.setNativeCompiler(&engine);
  interpreter.run(graph, {x, x});
  interpreter.setClock(&recorder);
  interpreter.run(graph, {x, x});
  ASSERT_EQ(recorder.reachedNodes.size(), 2U);
  EXPECT_NE(recorder.reachedNodes[0].find("aten::mul"), std::string::npos);
  EXPECT_NE(recorder.reachedNodes[0].find("aten::add"), std::string::npos);
  EXPECT_EQ(recorder.reachedNodes[1], "aten::mm ");
}

}  // namespace
}  // namespace ts::jit
