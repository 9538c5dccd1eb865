#include "lsp/checks/guarded_check.h"

#include <chrono>
#include <exception>
#include <new>

#include "core/base/heap.h"

namespace ts::lsp {

CheckResult guardedCheck(const std::function<CheckResult()>& check) {
  CheckResult result;
  const auto begin = std::chrono::steady_clock::now();
  try {
    result = check();
  } catch (const std::bad_alloc&) {
    result.error = heap::exhausted();
  } catch (const std::exception& error) {
    result.error = error.what();
  } catch (...) {
    result.error = "an unknown exception";
  }
  heap::makeRoom();
  const std::chrono::duration<double, std::milli> elapsed =
      std::chrono::steady_clock::now() - begin;
  result.milliseconds = elapsed.count();
  return result;
}

}  // namespace ts::lsp
