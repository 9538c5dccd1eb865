#include "api/src/errors.h"

#include <new>

#include "core/archive/archive_error.h"
#include "core/base/heap.h"
#include "core/interp/exception.h"
#include "core/runtime/runtime.h"
#include "core/tensor/gap.h"

namespace ts::api {
namespace {

// Exists without memory; jitscope_error_free() leaves it alone.
jitscope_error& outOfMemory() {
  static auto* error =
      new jitscope_error{JITSCOPE_ERROR_MEMORY, "", "out of memory", "out of memory", {}};
  return *error;
}
// Makes it before memory is short.
[[maybe_unused]] const jitscope_error& kMadeAtStart = outOfMemory();

jitscope_error plain(jitscope_error_kind kind, std::string className, std::string message) {
  std::string text = className.empty() ? message : className + ": " + message;
  return {kind, std::move(className), std::move(message), std::move(text), {}};
}

jitscope_error errorOf(const interp::Exception& exception) {
  jitscope_error error =
      plain(exception.isGap ? JITSCOPE_ERROR_UNSUPPORTED : JITSCOPE_ERROR_RUN,
            exception.raisedClass.empty() ? exception.className : exception.raisedClass,
            exception.message);
  error.text = exception.text();
  for (const interp::StackEntry& entry : exception.stack) {
    const SourceRange& at = entry.range;
    if (at)
      error.frames.push_back({entry.function, at.file->path(), at.file->lineOf(at.span.begin)});
    else
      error.frames.push_back({entry.function, "", 0});
  }
  return error;
}

// Python's class of an error of a kernel that runs outside of a graph.
const char* classOf(tensor::ErrorKind kind) {
  switch (kind) {
    case tensor::ErrorKind::Runtime: return "RuntimeError";
    case tensor::ErrorKind::Index: return "IndexError";
    case tensor::ErrorKind::Value: return "ValueError";
    case tensor::ErrorKind::Type: return "TypeError";
    case tensor::ErrorKind::NotImplemented: return "NotImplementedError";
    case tensor::ErrorKind::OutOfMemory: return "MemoryError";
    case tensor::ErrorKind::ZeroDivision: return "ZeroDivisionError";
    case tensor::ErrorKind::Key: return "KeyError";
    case tensor::ErrorKind::Assertion: return "AssertionError";
    case tensor::ErrorKind::Recursion: return "RecursionError";
  }
  return "RuntimeError";
}

jitscope_error currentError() {
  try {
    throw;
  } catch (Failure& failure) {
    return std::move(failure.error);
  } catch (const interp::Exception& exception) {
    return errorOf(exception);
  } catch (const tensor::Gap& gap) {
    return plain(JITSCOPE_ERROR_UNSUPPORTED, "NotImplementedError", gap.what());
  } catch (const tensor::Error& error) {
    const bool isMemory = error.kind == tensor::ErrorKind::OutOfMemory;
    return plain(isMemory ? JITSCOPE_ERROR_MEMORY : JITSCOPE_ERROR_RUN, classOf(error.kind),
                 error.what());
  } catch (const archive::ArchiveError& error) {
    return plain(JITSCOPE_ERROR_FILE, "", error.what());
  } catch (const runtime::LoadError& error) {
    return plain(JITSCOPE_ERROR_FILE, "", error.what());
  } catch (const std::bad_alloc&) {
    return plain(JITSCOPE_ERROR_MEMORY, "", heap::exhausted());
  } catch (const std::exception& error) {
    return plain(JITSCOPE_ERROR_INTERNAL, "", error.what());
  } catch (...) {
    return plain(JITSCOPE_ERROR_INTERNAL, "", "an unknown exception");
  }
}

}  // namespace

jitscope_error* describeCurrent() noexcept {
  try {
    const heap::Reserve reserve;  // the limit on memory may be the error
    return new jitscope_error(currentError());
  } catch (...) {
    return &outOfMemory();
  }
}

}  // namespace ts::api

using namespace ts;

jitscope_error_kind jitscope_error_get_kind(const jitscope_error* error) { return error->kind; }
const char* jitscope_error_class(const jitscope_error* error) { return error->className.c_str(); }
const char* jitscope_error_message(const jitscope_error* error) { return error->message.c_str(); }
const char* jitscope_error_text(const jitscope_error* error) { return error->text.c_str(); }
size_t jitscope_error_frames(const jitscope_error* error) { return error->frames.size(); }
const char* jitscope_error_frame_function(const jitscope_error* error, size_t frame) {
  return frame < error->frames.size() ? error->frames[frame].function.c_str() : "";
}
const char* jitscope_error_frame_file(const jitscope_error* error, size_t frame) {
  return frame < error->frames.size() ? error->frames[frame].file.c_str() : "";
}
uint32_t jitscope_error_frame_line(const jitscope_error* error, size_t frame) {
  return frame < error->frames.size() ? error->frames[frame].line : 0;
}
void jitscope_error_free(jitscope_error* error) {
  if (error != &api::outOfMemory()) delete error;
}
