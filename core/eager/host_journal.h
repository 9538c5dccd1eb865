// The results of a program's calls of the host: files, clocks, environment, input.
//
// Another run of the program gets the same results from the journal, so that it takes the same way,
// and the host sees no call twice: files are not changed again. The run continues with real calls
// where the journal ends.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/eval/vm/vm.h"

namespace ts::eager {

// Outlives the evaluators that use it. Used by one thread at a time.
class HostJournal {
 public:
  // mostBytes: of the results. Over the limit the journal is closed.
  explicit HostJournal(size_t mostBytes) : mostBytes_(mostBytes) {}

  // Another run of the program begins.
  void rewind() { next_ = 0; }
  // False: another run would not see the same world. problem() tells why.
  bool isComplete() const { return problem_.empty(); }
  const std::string& problem() const { return problem_; }

  // Returns the result that the call had before; makes the call when it is new. Raises the OSError
  // that the call raised before. function: a number that tells functions apart.
  eval::Value call(eval::Vm& vm, uint64_t function, std::span<const eval::Value> arguments,
                   const std::function<eval::Value()>& make);
  // The same for a result that belongs to no evaluator. Throws the ArchiveError of before.
  std::shared_ptr<void> object(eval::Vm& vm, uint64_t function,
                               std::span<const eval::Value> arguments,
                               const std::function<std::shared_ptr<void>()>& make);

  // Calls during its lifetime are not a part of the program, such as those of evaluated source.
  class Pause {
   public:
    explicit Pause(HostJournal* journal) : journal_(journal) {
      if (journal_) ++journal_->pauses_;
    }
    ~Pause() {
      if (journal_) --journal_->pauses_;
    }
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    HostJournal* const journal_;
  };

 private:
  // A value without its evaluator.
  struct Data {
    enum class Kind : uint8_t { None, Bool, Int, Float, Text, Bytes, List, Tuple, Dict } kind;
    int64_t integer = 0;
    double real = 0;
    std::string text;
    std::vector<Data> parts;  // of a dict: keys and values in turn
  };
  struct Entry {
    uint64_t key = 0;
    bool isError = false;  // `data` has the arguments of an OSError, or the text of an ArchiveError
    Data data;
    std::shared_ptr<void> object;
  };

  bool isActive() const { return pauses_ == 0 && problem_.empty(); }
  // The entry of a call that was made before; null for a new call.
  const Entry* replayed(uint64_t key);
  void add(Entry entry);
  static Data dataOf(eval::Vm& vm, const eval::Value& value);
  static eval::Value valueOf(eval::Vm& vm, const Data& data);
  static size_t sizeOf(const Data& data);

  const size_t mostBytes_;
  size_t bytes_ = 0;
  std::vector<Entry> entries_;
  size_t next_ = 0;  // the entry of the next call
  int pauses_ = 0;
  std::string problem_;
};

// The call through the journal of the evaluator's program, if there is one. See
// HostJournal::call().
eval::Value callHost(eval::Vm& vm, uint64_t function, std::span<const eval::Value> arguments,
                     const std::function<eval::Value()>& make);
std::shared_ptr<void> openOnHost(eval::Vm& vm, uint64_t function,
                                 std::span<const eval::Value> arguments,
                                 const std::function<std::shared_ptr<void>()>& make);

}  // namespace ts::eager
