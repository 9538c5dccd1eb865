// operator new and delete: every size, and blocks that go from thread to thread.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <new>
#include <thread>
#include <vector>

namespace {

// Each block keeps its contents while all blocks exist.
TEST(Allocate, GivesBlocksThatDoNotOverlap) {
  std::vector<std::pair<unsigned char*, size_t>> blocks;
  for (size_t size = 0; size < 70000; size += size < 2000 ? 1 : 997) {
    auto* block = static_cast<unsigned char*>(::operator new(size));
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % alignof(std::max_align_t), 0u);
    std::memset(block, static_cast<int>(size % 251), size);
    blocks.emplace_back(block, size);
  }
  for (auto [block, size] : blocks) {
    for (size_t i = 0; i < size; ++i) ASSERT_EQ(block[i], size % 251) << size;
  }
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (i % 2) {
      ::operator delete(blocks[i].first);
    } else {
      ::operator delete(blocks[i].first, blocks[i].second);
    }
  }
}

TEST(Allocate, TakesBlocksBackFromOtherThreads) {
  for (int round = 0; round < 20; ++round) {
    std::vector<std::string*> pieces;
    std::thread([&] {
      for (int i = 0; i < 1000; ++i) pieces.push_back(new std::string(static_cast<size_t>(i), 'x'));
    }).join();
    std::thread([&] {
      for (size_t i = 0; i < pieces.size(); ++i) {
        ASSERT_EQ(pieces[i]->size(), i);
        delete pieces[i];
      }
    }).join();
  }
}

}  // namespace
