// The header of PyTorch that programs include to run TorchScript, over libjitscope.
#pragma once

#include <jitscope/torch/autograd.h>
#include <jitscope/torch/indexing.h>
#include <jitscope/torch/library.h>
#include <jitscope/torch/module.h>
#include <jitscope/torch/namespaces.h>
#include <jitscope/torch/parallel.h>
#include <jitscope/torch/print.h>
#include <jitscope/torch/version.h>

#include <iostream>
#include <memory>
#include <string>
#include <vector>
