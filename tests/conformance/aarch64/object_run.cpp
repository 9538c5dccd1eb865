// Runs the machine code of object files, on the machine for which this program is compiled.
//
// usage: object_run FOLDER MACHINE < NAMES
// Each line of the input is a name and a function. Loads FOLDER/NAME.MACHINE, calls the function
// with the arguments in FOLDER/NAME.image, and writes the memory after the call to
// FOLDER/NAME.MACHINE.out.
#include <dlfcn.h>

#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "core/jit/object.h"
#include "tests/conformance/aarch64/image.h"

namespace {

using ts::Image;

// Takes the place of the interpreter's functions that machine code calls: it leaves the number of
// the instruction in the memory of the machine.
int32_t recordInstruction(void* machine, int32_t instruction) {
  std::memcpy(machine, &instruction, sizeof(instruction));
  return 0;
}

void run(const std::string& path, const std::string& machine, const std::string& function) {
  std::ifstream file(path + "." + machine, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  std::ifstream imageFile(path + ".image", std::ios::binary);
  Image image = Image::read(imageFile);
  const ts::jit::Object object(bytes);
  for (const Image::Pointer& pointer : image.pointers) {
    const auto address = pointer.target == Image::kFunction
                             ? reinterpret_cast<uint64_t>(&recordInstruction)
                             : reinterpret_cast<uint64_t>(image.regions.at(pointer.target).data());
    std::memcpy(image.regions.at(pointer.region).data() + pointer.offset, &address,
                sizeof(address));
  }
  const auto argument = [&](size_t i) { return static_cast<void*>(image.regions.at(i).data()); };
  reinterpret_cast<void (*)(void*, void*, void*, void*, void*)>(object.function(function))(
      argument(0), argument(1), argument(2), argument(3), argument(4));
  std::ofstream out(path + "." + machine + ".out", std::ios::binary);
  image.write(out);
  if (!out.flush()) throw std::runtime_error("the result can't be written");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  dlopen("libsleef.so.3", RTLD_NOW | RTLD_GLOBAL);
  int failed = 0;
  for (std::string name, function; std::cin >> name >> function;) {
    try {
      run(std::string(argv[1]) + "/" + name, argv[2], function);
    } catch (const std::exception& error) {
      std::cerr << name << ": " << error.what() << "\n";
      failed = 1;
    }
  }
  return failed;
}
