// The longer instructions of the run loop.
#pragma once

#include "core/eval/vm/state.h"

namespace ts::eval {

// ---- run_values.cpp
// Loads an attribute without the descriptor protocol: an instance's own attribute that its class
// doesn't override, a member of a torch.nn module, or a global of a module that has run. Returns
// false in every other case. hint: see Dict::find.
bool loadOwn(Vm& vm, const Value& object, Str* name, uint16_t& hint, Value& value);
// `super().name` where the attribute is a plain function: `object` becomes the function's self.
// Returns false otherwise.
bool superMethod(Vm& vm, Value& object, Str* name, Value& function);
Value loadGlobal(Vm& vm, Frame& frame, Str* name);
bool loadFromSpace(Vm& vm, Dict& space, Str* name, Value& value);
void storeInSpace(Vm& vm, Dict& space, Str* name, const Value& value);
Value annotationsDict(Vm& vm, Dict& space);
[[noreturn]] void raiseUnboundLocal(Vm& vm, const Frame& frame, uint32_t slot);
[[noreturn]] void raiseUndefined(Vm& vm, Str* name);
[[noreturn]] void raiseUnboundCell(Vm& vm, const Frame& frame, uint32_t cell);
// Returns 1 or 0, or -1 when the truth is unknown.
int conditionOf(Vm& vm, const Value& value);
// Python's `is`. Immediate values that are one object in CPython are the same.
bool isSame(const Value& a, const Value& b);
// The next element; Unbound at the end. The iterator becomes Unknown when its length is unknown.
Value nextOf(Vm& vm, Value& iterator);
// Writes the parts to the stack from `stack` on, the first part on top.
void unpack(Vm& vm, const Value& value, Value* stack, uint32_t before, uint32_t behind,
            bool starred);
void addToSet(Vm& vm, Set& set, const Value& element);
void spreadIntoSet(Vm& vm, Set& set, const Value& elements);
void addToDict(Vm& vm, Dict& dict, const Value& key, const Value& value);
void spreadIntoDict(Vm& vm, Dict& dict, const Value& other);
// callee: the function that gets the arguments, for messages; Unbound for a list display.
void extendList(Vm& vm, List& list, const Value& elements, const Value& callee);
void mergeKeywords(Vm& vm, Dict& into, const Value& from, const Value& callee);
Value formatValue(Vm& vm, const Value& value, const Value& spec, uint32_t conversion);
Value buildString(Vm& vm, const Value* parts, uint32_t count);

// ---- run_exceptions.cpp
// Adds the running instruction to the exception's traceback.
void addPlace(Vm& vm, Frame& frame, ExceptionObject& exception);
// Runs the modules that imports have declared and no code has needed yet, and those that these
// import: the user's, and those of installed packages whose code raised the exception. Returns
// whether there were any. Importing them may have effects that the failed statement relies on, such
// as decorators that fill a registry.
bool runDeclaredModules(Vm& vm, const ExceptionObject& exception);
// Ends a statement of a user module after an exception: the names that it would have bound become
// Unknown.
void endStatement(Vm& vm, Frame& frame, const Handler& handler,
                  const Ref<ExceptionObject>& exception);
Ref<ExceptionObject> raiseStatement(Vm& vm, const Value& exception, const Value& cause);
int matchesException(Vm& vm, const Value& exception, const Value& type);
Value matchGroup(Vm& vm, Value& exception, const Value& type);
Value endGroup(Vm& vm, const Value& rest, const Value& raised);
Value enterContext(Vm& vm, const Value& manager, bool isAsync, Value& exit);

// ---- run_definitions.cpp
Value makeFunction(Vm& vm, Frame& frame, Code& code, Value* values, uint32_t defaults,
                   uint32_t kwDefaults);
Value comprehend(Vm& vm, Frame& frame, Code& code, const Value& iterator);
Value buildClass(Vm& vm, Function& body, Tuple& bases, Dict& keywords);
Value makeTypeParam(Vm& vm, Str* name, uint32_t kind, const Value& bound);

// ---- run_patterns.cpp
Value matchSequence(Vm& vm, const Value& subject, uint32_t length, bool orMore);
Value matchMapping(Vm& vm, const Value& subject, uint32_t count);
Value matchKeys(Vm& vm, const Value& subject, const Value& keys);
Value matchRest(Vm& vm, const Value& subject, const Value& keys);
Value matchClass(Vm& vm, const Value& subject, const Value& cls, uint32_t positional,
                 const std::vector<Str*>& names);

// ---- call.cpp
// Calls *base with the `count` values that follow it, the last of which belong to `names`. Nothing
// may follow them on the stack. Clears the values.
Value callOnStack(Vm& vm, Value* base, size_t count, std::span<Str* const> names);
Value callSpread(Vm& vm, const Value& callee, const Value& list, const Value& keywords);
// The callee's name in call errors: "f()", "Net.forward()".
std::string calleeName(Vm& vm, const Value& callee);

// ---- generator.cpp
Value yieldFromIterator(Vm& vm, const Value& iterable);
Value awaitable(Vm& vm, const Value& value);
// One step of `yield from`. Returns the value that the iterator yields; Unbound when it ends, with
// its value in `result`.
Value delegate(Vm& vm, const Value& iterator, const Value& sent, Raised* thrown, Value& result);

// ---- import.cpp
Value importModule(Vm& vm, Module& importer, std::string_view dottedName, bool itself);
// isAtTop: the statement is at module level, where the name may be bound lazily.
Value importFrom(Vm& vm, Module& importer, bool isAtTop, std::string_view dottedName, Str* name);
void importStar(Vm& vm, Frame& frame, std::string_view dottedName);
Value resolve(Vm& vm, Deferred& deferred);
// True for a module of an installed package, false for one of the user's.
bool isInstalled(const Module& module);
// The value that the star imports of a module bind to a name; Unbound when they bind none. The last
// import comes first.
Value starAttribute(Vm& vm, Module& importer, Str* name);

}  // namespace ts::eval
