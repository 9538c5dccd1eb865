#include "core/base/heap.h"

#include <gtest/gtest.h>

#include <array>
#include <barrier>
#include <memory>
#include <thread>
#include <vector>

namespace ts {
namespace {

// A server: one thread makes, another one frees.
TEST(Heap, WhatAnotherThreadFreesAndSharesComesBack) {
  constexpr int kRounds = 200, kWarm = 20;
  std::vector<std::unique_ptr<std::array<char, 1000>>> blocks;
  std::barrier sync(2);
  std::thread worker([&] {
    for (int round = 0; round < kRounds; ++round) {
      for (int i = 0; i < 1000; ++i) blocks.push_back(std::make_unique<std::array<char, 1000>>());
      sync.arrive_and_wait();
      sync.arrive_and_wait();
    }
  });
  size_t warm = 0;
  for (int round = 0; round < kRounds; ++round) {
    sync.arrive_and_wait();
    blocks.clear();
    heap::share();
    if (round == kWarm) warm = heap::contents().size();
    sync.arrive_and_wait();
  }
  worker.join();
  EXPECT_LE(heap::contents().size(), warm + (size_t{1} << 20));
}

// Threads that come and go, each with a few blocks of each size: what one hasn't used is used by the next.
TEST(Heap, WhatAnEndingThreadHasNeverUsedGoesToTheNext) {
  constexpr int kThreads = 64;
  std::vector<std::unique_ptr<char[]>> kept[kThreads];
  const size_t before = heap::contents().size();
  for (auto& mine : kept) {
    std::thread([&] {
      for (size_t size = 16; size <= 512; size += 16) mine.push_back(std::make_unique<char[]>(size));
    }).join();
  }
  EXPECT_LE(heap::contents().size(), before + (size_t{2} << 20));
}

// A worker's answers: strings that grow, and no two are of one length.
TEST(Heap, LargeBlocksAreUsedAgainForOtherSizes) {
  const auto answer = [](size_t size) {
    ::operator delete(::operator new(size), size);
    heap::share();
  };
  answer(600'000);
  const size_t before = heap::contents().size();
  for (size_t size = 310'000; size < 600'000; size += 10'000) answer(size);
  EXPECT_EQ(heap::contents().size(), before);
}

}  // namespace
}  // namespace ts
