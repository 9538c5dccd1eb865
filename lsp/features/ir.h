// Requests about texts of TorchScript IR: files that end in ".ir", and documents whose language the
// client calls so.
#pragma once

#include <string_view>

#include "lsp/questions.h"

namespace ts::lsp {

// Whether a document is one of them. languageId: as didOpen has it.
bool isIr(std::string_view uri, std::string_view languageId);

// The answer to a request about one, which question.ir is; null where IR has no answer.
Answer answerAboutIr(Question& question, std::string_view method);

}  // namespace ts::lsp
