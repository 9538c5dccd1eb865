#include "core/notebook/notebook_file.h"

#include <gtest/gtest.h>

namespace ts::notebook {
namespace {

using Texts = std::vector<std::string>;

std::string errorOf(std::string_view bytes) {
  const CodeCells read = readCells(bytes);
  EXPECT_TRUE(read.texts.empty());
  return read.error;
}

TEST(NotebookFile, CodeCellsOfFormat4) {
  const CodeCells read = readCells(R"({
    "cells": [
      {"cell_type": "code", "source": ["x = 1\n", "y = 2"], "outputs": [], "metadata": {}},
      {"cell_type": "markdown", "source": "# Title"},
      {"cell_type": "raw", "source": "raw"},
      {"cell_type": "code", "source": "%time f()\nz = 3\n"},
      {"cell_type": "code", "source": []}],
    "metadata": {"kernelspec": {"language": "python", "name": "python3"},
                 "language_info": {"name": "python"}},
    "nbformat": 4, "nbformat_minor": 5})");
  EXPECT_EQ(read.error, "");
  EXPECT_EQ(read.texts, (Texts{"x = 1\ny = 2", "#time f()\nz = 3\n", ""}));
}

TEST(NotebookFile, CodeCellsOfFormat3) {
  const CodeCells read = readCells(R"({
    "worksheets": [
      {"cells": [{"cell_type": "code", "input": ["x = 1\n", "y = 2"], "language": "python"},
                 {"cell_type": "heading", "level": 1, "source": "Title"}]},
      {"cells": [{"cell_type": "code", "input": "z = 3", "language": "ruby"}]}],
    "metadata": {"name": "old"}, "nbformat": 3, "nbformat_minor": 0})");
  EXPECT_EQ(read.error, "");
  EXPECT_EQ(read.texts, (Texts{"x = 1\ny = 2", ""}));
}

TEST(NotebookFile, CellsOfAnotherLanguageAreEmpty) {
  const CodeCells read = readCells(R"({"nbformat": 4, "cells": [
    {"cell_type": "code", "source": "let x", "metadata": {"vscode": {"languageId": "javascript"}}},
    {"cell_type": "code", "source": "x", "metadata": {"vscode": {"languageId": "python"}}}]})");
  EXPECT_EQ(read.texts, (Texts{"", "x"}));
}

TEST(NotebookFile, AnotherKernelIsAnError) {
  EXPECT_EQ(
      errorOf(R"({"nbformat": 4, "cells": [], "metadata": {"language_info": {"name": "R"}}})"),
      "the notebook's kernel runs `R`; only Python is supported");
  EXPECT_EQ(errorOf(R"({"nbformat": 4, "cells": [],
                        "metadata": {"kernelspec": {"language": "julia"}}})"),
            "the notebook's kernel runs `julia`; only Python is supported");
}

TEST(NotebookFile, BrokenJsonIsAnErrorWithItsPlace) {
  EXPECT_EQ(errorOf("{\"nbformat\": 4,\n \"cells\": [1, }"),
            "the notebook is not valid JSON: line 2, column 15");
  EXPECT_EQ(errorOf(""), "the notebook is not valid JSON: line 1, column 1");
  EXPECT_EQ(errorOf("{\"nbformat\":\n4e99999}"),
            "the notebook is not valid JSON: line 2, column 7");
  EXPECT_NE(errorOf(std::string(1000, '[')).find("nested deeper"), std::string::npos);
}

TEST(NotebookFile, AnotherFileIsAnError) {
  EXPECT_EQ(errorOf("[]"), "the file is not a notebook: it has no number `nbformat`");
  EXPECT_EQ(errorOf(R"({"nbformat": 5})"),
            "the notebook has nbformat 5; only 3 and 4 are supported");
  EXPECT_EQ(errorOf(R"({"nbformat": 4})"), "the notebook has no array `cells`");
  EXPECT_EQ(errorOf(R"({"nbformat": 3})"), "the notebook has no array `worksheets`");
  EXPECT_EQ(errorOf(R"({"nbformat": 4, "cells": [{"cell_type": "code", "source": ""},
                                                  {"cell_type": "code", "source": [1]}]})"),
            "`source` of code cell 2 must be a string or an array of strings");
}

TEST(NotebookFile, APathNamesACell) {
  const auto name = cellNamed("/a/n.ipynb#cell12");
  ASSERT_TRUE(name);
  EXPECT_EQ(name->notebook, "/a/n.ipynb");
  EXPECT_EQ(name->number, 12u);
  EXPECT_EQ(name->path(), "/a/n.ipynb#cell12");
  for (const char* path : {"/a/n.ipynb", "n.ipynb#cell", "n.ipynb#cell0", "n.ipynb#cell01",
                           "n.ipynb#cell1x", "n.py#cell1", "n.ipynb#cell99999999999999999999"})
    EXPECT_FALSE(cellNamed(path)) << path;
}

}  // namespace
}  // namespace ts::notebook
