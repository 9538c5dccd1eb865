// The arguments of one call of machine code, as a file that another machine can read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <ostream>
#include <span>
#include <stdexcept>
#include <vector>

namespace ts {

// Regions of memory, which contain addresses of other regions. The first regions are the arguments
// of the call.
struct Image {
  static constexpr size_t kArguments = 5;
  // The target of a pointer to the runner's function in place of a region.
  static constexpr uint64_t kFunction = ~uint64_t{0};

  struct Pointer {
    uint64_t region, offset;  // the place of the address
    uint64_t target;          // the index of a region, or kFunction
  };

  std::vector<std::vector<std::byte>> regions = std::vector<std::vector<std::byte>>(kArguments);
  std::vector<Pointer> pointers;

  // The index of the new region.
  uint64_t add(std::span<const std::byte> bytes) {
    regions.emplace_back(bytes.begin(), bytes.end());
    return regions.size() - 1;
  }

  void write(std::ostream& out) const {
    writeNumber(out, regions.size());
    for (const auto& region : regions) {
      writeNumber(out, region.size());
      out.write(reinterpret_cast<const char*>(region.data()),
                static_cast<std::streamsize>(region.size()));
    }
    writeNumber(out, pointers.size());
    for (const auto& [region, offset, target] : pointers)
      for (const uint64_t number : {region, offset, target}) writeNumber(out, number);
  }

  static Image read(std::istream& in) {
    Image image;
    image.regions.resize(readNumber(in));
    for (auto& region : image.regions) {
      region.resize(readNumber(in));
      in.read(reinterpret_cast<char*>(region.data()), static_cast<std::streamsize>(region.size()));
    }
    image.pointers.resize(readNumber(in));
    for (auto& [region, offset, target] : image.pointers)
      for (uint64_t* number : {&region, &offset, &target}) *number = readNumber(in);
    if (!in) throw std::runtime_error("an image is cut off");
    return image;
  }

 private:
  static void writeNumber(std::ostream& out, uint64_t number) {
    out.write(reinterpret_cast<const char*>(&number), sizeof(number));
  }
  static uint64_t readNumber(std::istream& in) {
    uint64_t number = 0;
    in.read(reinterpret_cast<char*>(&number), sizeof(number));
    return number;
  }
};

}  // namespace ts
