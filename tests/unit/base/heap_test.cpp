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

}  // namespace
}  // namespace ts
