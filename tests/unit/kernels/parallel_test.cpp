// The thread pool: all items are worked on once, whether its threads wait, sleep or are busy.
#include "core/kernels/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

namespace ts::kernels {
namespace {

class Parallel : public testing::TestWithParam<int> {
 protected:
  Parallel() : before_(threadCount()) { setThreadCount(GetParam()); }
  ~Parallel() override { setThreadCount(before_); }

 private:
  int before_;
};

// Each item adds its number once.
int64_t sumInParallel(int64_t count) {
  std::vector<int64_t> items(static_cast<size_t>(count), 0);
  parallelFor(count, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) items[static_cast<size_t>(i)] += i;
  });
  return std::accumulate(items.begin(), items.end(), int64_t{0});
}

TEST_P(Parallel, RoundsThatFollowAtOnceWorkOnAllItems) {
  for (int64_t round = 0; round < 2000; ++round) {
    const int64_t count = round % 50;
    ASSERT_EQ(sumInParallel(count), count * (count - 1) / 2);
  }
}

TEST_P(Parallel, RoundsAfterAPauseWorkOnAllItems) {
  for (int round = 0; round < 20; ++round) {
    // The pause is the thing tested: it is longer than the pool's threads stay awake.
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    ASSERT_EQ(sumInParallel(100), 4950);
  }
}

TEST_P(Parallel, CallersOfSeveralThreadsShareThePool) {
  std::atomic<int> wrong = 0;
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 4; ++caller)
    callers.emplace_back([&] {
      for (int round = 0; round < 500; ++round) wrong += sumInParallel(40) != 780;
    });
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(wrong, 0);
}

TEST_P(Parallel, AnExceptionOfAPartReachesTheCaller) {
  for (int round = 0; round < 200; ++round)
    EXPECT_THROW(parallelFor(8, 1,
                             [&](int64_t begin, int64_t end) {
                               if (begin <= 7 && 7 < end) throw std::runtime_error("seven");
                             }),
                 std::runtime_error);
  EXPECT_EQ(sumInParallel(8), 28);
}

TEST_P(Parallel, ANestedCallRunsInItsThread) {
  std::atomic<int64_t> sum = 0;
  parallelFor(8, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) sum += sumInParallel(10);
  });
  EXPECT_EQ(sum, 8 * 45);
}

// The last one has more threads than most machines have cores.
INSTANTIATE_TEST_SUITE_P(Threads, Parallel, testing::Values(1, 2, 3, 64));

// Else oneDNN brings threads of its own.
TEST(OpenMpRuntime, OfTheProgramIsThePool) { EXPECT_TRUE(isOpenMpRuntime()); }

}  // namespace
}  // namespace ts::kernels
