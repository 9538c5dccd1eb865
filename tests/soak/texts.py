"""Texts and notebooks in an editor, and random edits of them."""

PIECES = ("", " ", "\n", "\r\n", "(", ")", "[", "]", ":", "x", ".", "self.", "def ", "    ", "ä", "漢", "𝕏", '"""', "'", "#", "return x\n",
          "torch.", "import torch\n", "from m1 import f\n", "@torch.jit.script\n", "%magic\n", "!ls\n", "-> Tensor", "\\")


def units(text):
    return len(text.encode("utf-16-le")) // 2


class Text:
    def __init__(self, text):
        # A text starts with one kind of line ending; edits add the others.
        self.text, self.version = text.replace("\r\n", "\n"), 1
        self.goal = None

    def position(self, offset):
        lines = self.text[:offset].replace("\r\n", "\n").replace("\r", "\n").split("\n")
        return {"line": len(lines) - 1, "character": units(lines[-1])}

    def place(self, rng):
        """A random offset that has a position: not between \\r and \\n."""
        at = rng.randrange(len(self.text) + 1)
        return at + 1 if self.text[at - 1:at + 1] == "\r\n" else at

    def random_position(self, rng):
        return self.position(self.place(rng))

    def step(self, rng, texts, most):
        """One content change: random, or closer to another text."""
        self.version += 1
        if len(self.text) > most or rng.random() < 0.01:
            self.text = rng.choice(texts).replace("\r\n", "\n")
            return {"text": self.text}
        if self.goal is None or self.goal == self.text or rng.random() < 0.02:
            self.goal = rng.choice(texts).replace("\r\n", "\n")
        if rng.random() < 0.5:
            begin = self.place(rng)
            end = begin if rng.random() < 0.6 else min(self.place(rng), begin + 40)
            new = "".join(rng.choices(PIECES, k=rng.randint(0, 3)))
        else:
            begin = next((i for i, (a, b) in enumerate(zip(self.text, self.goal)) if a != b), min(len(self.text), len(self.goal)))
            length = rng.choice((1, 10, 200))
            end, new = min(len(self.text), begin + rng.choice((0, length))), self.goal[begin:begin + length]
        begin, end = min(begin, end), max(begin, end)
        # Neither end may be between \r and \n.
        begin -= self.text[begin - 1:begin + 1] == "\r\n"
        end += self.text[end - 1:end + 1] == "\r\n"
        change = {"range": {"start": self.position(begin), "end": self.position(end)}, "text": new}
        self.text = self.text[:begin] + new + self.text[end:]
        return change


class Cell:
    def __init__(self, uri, text):
        self.uri, self.text = uri, Text(text)

    def document(self):
        return {"uri": self.uri, "languageId": "python", "version": self.text.version, "text": self.text.text}

    def kind(self):
        return {"kind": 2, "document": self.uri}


class Notebook:
    def __init__(self, uri, texts):
        self.uri, self.version, self.made = uri, 1, 0
        self.cells = [self.cell(text) for text in texts]

    def cell(self, text):
        self.made += 1
        return Cell(f"vscode-notebook-cell:{self.uri[7:]}#{self.made}", text)

    def opened(self):
        return {"notebookDocument": {"uri": self.uri, "notebookType": "jupyter-notebook", "version": self.version,
                                     "cells": [cell.kind() for cell in self.cells]},
                "cellTextDocuments": [cell.document() for cell in self.cells]}

    def closed(self):
        return {"notebookDocument": {"uri": self.uri}, "cellTextDocuments": [{"uri": cell.uri} for cell in self.cells]}

    def step(self, rng, texts, most):
        self.version += 1
        if rng.random() < 0.1 or not self.cells:
            change = {"structure": self.restructure(rng, texts)}
        else:
            cell = rng.choice(self.cells)
            changes = [cell.text.step(rng, texts, most // 4)]
            change = {"textContent": [{"document": {"uri": cell.uri, "version": cell.text.version}, "changes": changes}]}
        return {"notebookDocument": {"uri": self.uri, "version": self.version}, "change": {"cells": change}}

    def restructure(self, rng, texts):
        start = rng.randrange(len(self.cells) + 1)
        count = rng.randrange(min(2, len(self.cells) - start) + 1)
        new = [self.cell(rng.choice(texts)) for _ in range(rng.randrange(3) if len(self.cells) < 6 else 0)]
        gone = self.cells[start:start + count]
        self.cells[start:start + count] = new
        return {"array": {"start": start, "deleteCount": count, "cells": [cell.kind() for cell in new]},
                "didOpen": [cell.document() for cell in new], "didClose": [{"uri": cell.uri} for cell in gone]}
