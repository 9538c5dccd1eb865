// A second run of a program gets the results of the first one's calls of the host.
#include "core/eager/host_journal.h"

#include <gtest/gtest.h>

#include "core/archive/archive_error.h"
#include "core/eager/eager.h"
#include "core/eval_torch/native_library.h"
#include "core/runtime/runtime.h"
#include "tests/unit/eval/program.h"

namespace ts::eager {
namespace {

// An evaluator whose program calls the host through a journal.
struct JournalProgram {
  eval::NoModules loader;
  runtime::Runtime runtime;
  eval::Vm vm{loader, eval::nativeLibrary()};

  JournalProgram() { attach(vm, runtime); }
  // The result of a call as text. `count` counts the calls that reach the host.
  std::string call(HostJournal& journal, uint64_t function, const eval::Value& argument,
                   const eval::Value& result, int& count) {
    const eval::Value arguments[] = {argument};
    return vm.repr(journal.call(vm, function, arguments, [&] {
      ++count;
      return result;
    }));
  }
};

TEST(HostJournal, ASecondRunGetsTheResultsOfTheFirst) {
  HostJournal journal(1 << 20);
  int calls = 0;
  for (int run = 0; run < 2; ++run) {
    JournalProgram program;
    eval::Vm& vm = program.vm;
    journal.rewind();
    const eval::Value path = vm.str("a.txt");
    EXPECT_EQ(program.call(journal, 1, path, vm.str(run == 0 ? "text" : "other"), calls), "'text'");
    EXPECT_EQ(program.call(journal, 2, path,
                           vm.list({eval::Value::integer(1), eval::Value::none(),
                                    eval::Value::real(0.5), eval::Value::boolean(true)}),
                           calls),
              "[1, None, 0.5, True]");
    EXPECT_EQ(program.call(journal, 2, path, vm.tuple({vm.bytes("\xff")}), calls), "(b'\\xff',)");
  }
  EXPECT_EQ(calls, 3);
  EXPECT_TRUE(journal.isComplete());
}

TEST(HostJournal, ARunGoesOnWithRealCallsAfterTheEnd) {
  HostJournal journal(1 << 20);
  JournalProgram program;
  int calls = 0;
  const eval::Value argument = program.vm.str("a");
  program.call(journal, 1, argument, eval::Value::integer(1), calls);
  journal.rewind();
  EXPECT_EQ(program.call(journal, 1, argument, eval::Value::integer(5), calls), "1");
  EXPECT_EQ(program.call(journal, 1, argument, eval::Value::integer(6), calls), "6");
  EXPECT_EQ(calls, 2);
}

TEST(HostJournal, AnotherCallThanBeforeForgetsTheRest) {
  HostJournal journal(1 << 20);
  JournalProgram program;
  int calls = 0;
  const eval::Value a = program.vm.str("a"), b = program.vm.str("b");
  program.call(journal, 1, a, eval::Value::integer(1), calls);
  program.call(journal, 1, a, eval::Value::integer(2), calls);
  journal.rewind();
  EXPECT_EQ(program.call(journal, 1, b, eval::Value::integer(3), calls), "3");
  EXPECT_EQ(program.call(journal, 1, a, eval::Value::integer(4), calls), "4");
  EXPECT_EQ(calls, 4);
}

TEST(HostJournal, CallsDuringAPauseAreNotAPartOfTheProgram) {
  HostJournal journal(1 << 20);
  JournalProgram program;
  int calls = 0;
  const eval::Value argument = program.vm.str("a");
  {
    const HostJournal::Pause pause(&journal);
    program.call(journal, 1, argument, eval::Value::integer(1), calls);
  }
  journal.rewind();
  EXPECT_EQ(program.call(journal, 1, argument, eval::Value::integer(2), calls), "2");
}

TEST(HostJournal, OverTheLimitTheProgramCannotRunAgain) {
  HostJournal journal(1000);
  JournalProgram program;
  int calls = 0;
  program.call(journal, 1, program.vm.str("a"), program.vm.str(std::string(2000, 'x')), calls);
  EXPECT_FALSE(journal.isComplete());
  EXPECT_NE(journal.problem().find("maxMemory"), std::string::npos);
}

TEST(HostJournal, AnErrorOfAnArchiveComesAgain) {
  HostJournal journal(1 << 20);
  JournalProgram program;
  int calls = 0;
  for (int run = 0; run < 2; ++run) {
    journal.rewind();
    const auto open = [&]() -> std::shared_ptr<void> {
      ++calls;
      throw archive::ArchiveError("no archive");
    };
    EXPECT_THROW(journal.object(program.vm, 1, {}, open), archive::ArchiveError);
  }
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace ts::eager
