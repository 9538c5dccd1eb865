// A program starts as if it had already done what most of its runs begin with: the prelude's usual
// modules have run, their functions have bytecode, types and schemas are in their tables.
//
// The memory of a process that has done so is written to a file when the program is built, and made
// a section of it. At the start it is mapped, and read page by page as it is used. That works as
// the heap lies at one address in all processes, the program isn't position-independent, and its
// own variables lie together (cmake/state.ld); nothing in them may point to what lies elsewhere,
// which is checked when the image is written. A program without the section just starts.
#pragma once

#include <optional>

namespace ts::image {

// To be called first in main. With the arguments `--write-image FILE [TRIES]` it writes the image
// for this program, in one of so many processes, and gives the status to exit with.
std::optional<int> open(int argc, char** argv);

}  // namespace ts::image
