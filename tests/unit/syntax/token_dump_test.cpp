#include "core/syntax/token_dump.h"

#include <gtest/gtest.h>

namespace ts::syntax {
namespace {

TEST(TokenDump, PrintsOneTokenALine) {
  EXPECT_EQ(dumpTokens(SourceFile("t.py", "if é:\n  x = f'a{b!r:>{w}}' # c\n")),
            "1:0-1:2 If 'if'\n"
            "1:3-1:5 Name 'é'\n"
            "1:5-1:6 Colon ':'\n"
            "1:6-2:0 Newline '\\n'\n"
            "2:0-2:2 Indent '  '\n"
            "2:2-2:3 Name 'x'\n"
            "2:4-2:5 Equal '='\n"
            "2:6-2:8 FStringStart \"f'\"\n"
            "2:8-2:9 FStringMiddle 'a'\n"
            "2:9-2:10 LBrace '{'\n"
            "2:10-2:11 Name 'b'\n"
            "2:11-2:12 Exclamation '!'\n"
            "2:12-2:13 Name 'r'\n"
            "2:13-2:14 Colon ':'\n"
            "2:14-2:15 FStringMiddle '>'\n"
            "2:15-2:16 LBrace '{'\n"
            "2:16-2:17 Name 'w'\n"
            "2:17-2:18 RBrace '}'\n"
            "2:18-2:19 RBrace '}'\n"
            "2:19-2:20 FStringEnd \"'\"\n"
            "2:24-3:0 Newline '\\n'\n"
            "3:0-3:0 Dedent\n"
            "3:0-3:0 EndOfFile\n");
}

}  // namespace
}  // namespace ts::syntax
