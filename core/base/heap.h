// The memory behind operator new: threads that make and threads that free, and all of it as one
// piece, for an image of the process (core/image).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ts::heap {

// Lets all threads have what this one has at hand; takes well under a microsecond. For a thread
// that frees what others have made, which would never see it again, and for one that rests: else
// each thread keeps what it needed at most of each size.
void share();
// Makes what was shared and lies together free for any size: else it serves only blocks of the size
// that it was made for. What has been so since the last time goes back to the system. Takes a few
// milliseconds, in which other threads go on. For a process that lives for long, now and then.
void trim();
// From now on large blocks lie in the piece too, never to be given back, and what is freed becomes
// zeros. False: there is no such piece, as under a sanitizer, or it doesn't lie at the address that
// all processes give it.
bool gather();
extern bool isGathering;
// What this thread and those that have ended have at hand isn't given out any more: whoever starts
// with these contents shall write to other pages, as far as that can be.
void seal();
// All of it that was ever given out; whole pages.
std::span<std::byte> contents();
// What is to be kept beside the contents: which part has blocks of which size.
std::span<const uint8_t> layout();
// Takes the contents from a file, where they lie at an offset of whole pages, and the layout from
// another place of it; no page of the contents is read before it is used. What was given out so far
// is gone. False: the heap is as it was, but must not be used any more if there was anything in it.
bool adopt(int file, size_t offset, size_t size, size_t layoutOffset);

}  // namespace ts::heap
