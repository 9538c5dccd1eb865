// The lines of compiled code, and the lines of a file on which a program can stop.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "core/eval/bytecode/bytecode.h"
#include "core/syntax/ast.h"

namespace ts::stepping {

// Returns the line of each instruction, from 1. 0: the instruction belongs to no line, such as the
// jump behind a branch, and stepping passes it.
std::vector<uint32_t> linesOf(const eval::Code& code);

// Tells for each instruction whether a line may start there: its line differs from that of the
// instruction before, or a jump may lead to it. lines: of linesOf().
std::vector<bool> lineStartsOf(const eval::Code& code, const std::vector<uint32_t>& lines);

// Returns the lines of a file that have code, sorted.
std::vector<uint32_t> linesWithCode(const syntax::Module& tree);

struct LineRange {
  uint32_t first = 1, last = 1;
};
// The lines of the innermost function around a line, with its decorators; the whole file outside of
// functions.
LineRange functionAround(const SourceFilePtr& file, uint32_t line);

// The line at which a breakpoint stops where its own statement has no code.
struct NextLine {
  uint32_t line = 0;       // 0: none
  bool isMissing = false;  // there is none, and other statements of the function have code
};
// `lines` have code. The next line is that of a statement behind the one on `line`, in the same
// block, so that it runs whenever the statement on `line` has run.
NextLine nextInBlock(const syntax::Module& tree, uint32_t line, const std::set<uint32_t>& lines);

// True for code that the user writes: not the prelude, and not an installed package.
bool isUserCode(const eval::Code& code);

}  // namespace ts::stepping
