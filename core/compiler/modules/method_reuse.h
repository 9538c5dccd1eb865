// Methods that serve for several types of a module.
//
// A method is compiled for each type; but most types of a class differ in what the method never
// asks for, such as the number of channels of a convolution. So what a compilation asks about
// modules is noted beside its graph, and a type that gives the same answers gets a copy of the
// graph. So does a function or method of the library that was compiled before (library_graphs.h).
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

  // Fills the function from one that was compiled for another type, or before. What that one's
  // compilation caused to be compiled is compiled for this one too. self: null for what is no
  // method. False: none serves, and the function is as it was.
  bool reuse(ir::Function& function, const PyFunction& source, ConcreteModule* self);

  // Between the two, questions belong to the compilation of one function. Compilations nest.
  void begin() { asked_.emplace_back(); }
  // self: null for what is no method of a module. isWhole: it has a graph, and there was nothing to
  // report.
  void end(ir::Function& function, const PyFunction& source, ConcreteModule* self, bool isWhole);
  // From now on functions that are no methods are noted too.
  void keepFunctions() { keepsFunctions_ = true; }

  // ---- what ModuleValue was asked
  // kind: module.kindOf(name)
  void askedMember(ConcreteModule& module, std::string_view name, ModuleMember kind);
  void askedMethod(ConcreteModule& module, std::string_view name, ir::Function* method);
  void askedAllMembers(ConcreteModule& module);
  // Something whose answer can't be compared.
  void askedOther();
  // ---- what the unit was asked
  void askedFunction(const PyFunction& source);
  // Something that is the unit's own, such as the type of a class.
  void askedUnit();

  using Types = std::vector<std::pair<types::TypePtr, types::TypePtr>>;  // and what stands for each
  struct Question {
    ConcreteModule* module;
    std::string name;  // empty: all members
    ModuleMember answer;
    const ir::Function* method;  // of an answer that is a method
  };
  struct Asked {
    std::vector<Question> questions;
    std::vector<const PyFunction*> functions;  // in the order in which they were first asked for
    bool isComparable = true;
    bool isOfUnit = false;
  };
  struct Compiled {
    ir::Function* function;
    ConcreteModule* self;
    Asked asked;
    bool hasWarnings;
  };
  // What was compiled, by its source. What has to be compiled for a comparison may add to a list
  // that is looked through: its elements stay where they are.
  using Sources = std::unordered_map<const PyFunction*, std::deque<Compiled>>;
  const Sources& compiled() const { return compiled_; }

 private:
  class Comparison;
  // more: types that are to be replaced besides those of modules; false: that isn't possible.
  template <typename F>
  bool take(ir::Function& function, const Compiled& known, ConcreteModule* self, F&& more);

  void note(ConcreteModule& module, std::string_view name, ModuleMember answer,
            const ir::Function* method);

  CompilationUnit& unit_;
  std::vector<Asked> asked_;
  Sources compiled_;
  bool keepsFunctions_ = false;
};

}  // namespace ts::compiler
