// Methods that serve for several types of a module.
//
// A method is compiled for each type; but most types of a class differ in what the method never
// asks for, such as the number of channels of a convolution. So what a compilation asks about
// modules is noted beside its graph, and a type that gives the same answers gets a copy of the
// graph.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/compiler/modules/concrete_module.h"
#include "core/compiler/resolve/python_env.h"
#include "core/ir/ir.h"

namespace ts::compiler {

class CompilationUnit;

class MethodReuse {
 public:
  explicit MethodReuse(CompilationUnit& unit) : unit_(unit) {}

  // Fills the method from one that was compiled for another type. The functions that the other
  // compilation caused to be compiled are compiled for this type too. False: no compiled method
  // serves, and the function is unchanged.
  bool reuse(ir::Function& function, const PyFunction& source, ConcreteModule& self);

  // Between the two, questions belong to the compilation of one function. Compilations nest.
  void begin() { asked_.emplace_back(); }
  // self: null when the function is not a method of a module. isWhole: it has a graph, and nothing
  // was reported.
  void end(ir::Function& function, const PyFunction& source, ConcreteModule* self, bool isWhole);

  // ---- what ModuleValue was asked
  // kind: module.kindOf(name)
  void askedMember(ConcreteModule& module, std::string_view name, ModuleMember kind);
  void askedMethod(ConcreteModule& module, std::string_view name, ir::Function* method);
  void askedAllMembers(ConcreteModule& module);
  // Something whose answer can't be compared.
  void askedOther();

  using Types = std::vector<std::pair<types::TypePtr, types::TypePtr>>;  // and what stands for each
  struct Question {
    ConcreteModule* module;
    std::string name;  // empty: all members
    ModuleMember answer;
    const ir::Function* method;  // of an answer that is a method
  };
  struct Asked {
    std::vector<Question> questions;
    bool isComparable = true;
  };
  struct Compiled {
    ir::Function* function;
    ConcreteModule* self;
    Asked asked;
    bool hasWarnings;
  };

 private:
  class Comparison;
  bool take(ir::Function& function, const Compiled& known, ConcreteModule& self);

  void note(ConcreteModule& module, std::string_view name, ModuleMember answer,
            const ir::Function* method);

  CompilationUnit& unit_;
  std::vector<Asked> asked_;
  // Compiled methods by their source. Comparing may compile more methods, which extends a list
  // while it is read: a deque keeps its elements in place.
  std::unordered_map<const PyFunction*, std::deque<Compiled>> compiled_;
};

}  // namespace ts::compiler
