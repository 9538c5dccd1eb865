#include "core/ops/torch_docs.h"

#include <gtest/gtest.h>

namespace ts::ops {
namespace {

OperatorDoc docOf(const char* name, const char* overload = "") {
  return operatorDoc(*schema(Symbol::intern(name), overload));
}

TEST(OperatorDoc, NamesThePageOfAnOperator) {
  EXPECT_EQ(docOf("aten::conv2d").name, "torch.nn.functional.conv2d");
  EXPECT_EQ(docOf("aten::cat").name, "torch.cat");
  EXPECT_EQ(docOf("aten::view").name, "torch.Tensor.view");
  EXPECT_EQ(docOf("aten::add_", "Tensor").name, "torch.Tensor.add_");
}

TEST(OperatorDoc, DescribesAnOperatorAsItsLayer) {
  ASSERT_NE(docOf("aten::max_pool2d").layer, nullptr);
  EXPECT_EQ(docOf("aten::max_pool2d").layer->name, "MaxPool2d");
  EXPECT_EQ(docOf("aten::relu").layer->name, "ReLU");
  EXPECT_EQ(docOf("aten::cat").layer, nullptr);
}

TEST(OperatorDoc, TensorUnfoldIsNotTheLayerUnfold) {
  EXPECT_EQ(docOf("aten::unfold").name, "torch.Tensor.unfold");
  EXPECT_EQ(docOf("aten::unfold").layer, nullptr);
}

TEST(OperatorDoc, OperatorsOfNumbersAndOwnOperatorsHaveNone) {
  EXPECT_EQ(docOf("aten::add", "int").name, "");
  EXPECT_EQ(docOf("aten::__getitem__", "t").name, "");
  EXPECT_EQ(docOf("aten::_softmax").name, "");
}

}  // namespace
}  // namespace ts::ops
