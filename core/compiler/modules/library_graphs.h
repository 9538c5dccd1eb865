// Graphs of the library that are there before a program is read: functions of torch.nn.functional
// and methods of torch.nn's layers are compiled to the same graphs in every program that leaves
// them as they are. A unit that has compiled a sample is kept with the evaluator of the sample when
// a program's image is made (core/image); units that compile in that evaluator get copies.
#pragma once

#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/compiler/modules/method_reuse.h"

namespace ts::compiler {

class LibraryGraphs {
 public:
  // Once for a process. The unit's evaluator is to be prepared next (eval/prepared.h).
  static void keep(std::unique_ptr<CompilationUnit> unit);

  struct Callee {
    eval::Ref<eval::Function> source;
    types::TypePtr type;
  };
  struct Known {
    MethodReuse::Compiled compiled;  // a method's may be for a module that gives other answers
    std::vector<Callee> callees;
  };
  // Those that may serve for a function that the unit compiles now.
  static std::span<const Known> find(const PyFunction& source, CompilationUnit& unit);
  // The types of the functions that it calls, and what stands for them in the unit, which compiles
  // them now. False: one can't be compiled.
  static bool mapCallees(const Known& known, CompilationUnit& unit, MethodReuse::Types& to);

 private:
  std::unique_ptr<CompilationUnit> unit_;
  std::unordered_map<const eval::Function*, std::vector<Known>> known_;
};

}  // namespace ts::compiler
