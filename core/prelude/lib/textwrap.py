"""Wraps text to a given width."""

import re

__all__ = ["TextWrapper", "wrap", "fill", "dedent", "indent", "shorten"]

_whitespace = "\t\n\x0b\x0c\r "
_space = re.compile(r"([\t\n\x0b\x0c\r ]+)")
_dash = re.compile(r"(?<=[\w!\"'&.,?])(-{2,})(?=\w)")
_sentence_end = re.compile(r"[a-z][.!?][\"']?\Z")


def _letters(text):
    """True if text is two letters, with an optional hyphen between them."""
    return len(text) == 2 and text.isalpha() \
        or len(text) == 3 and text[1] == "-" and (text[0] + text[2]).isalpha()


def _breaks(word):
    """The parts of a word: a line may break around a long dash and after a hyphen between letters."""
    for part in _dash.split(word):
        begin = 0
        for at, character in enumerate(part):
            if character == "-" and begin < at and (_letters(part[max(at - 2, 0):at])
                                                    or _letters(part[max(at - 3, 0):at])) \
                    and (_letters(part[at + 1:at + 3]) or _letters(part[at + 1:at + 4])):
                yield part[begin:at + 1]
                begin = at + 1
        yield part[begin:]


class TextWrapper:
    def __init__(self, width=70, initial_indent="", subsequent_indent="", expand_tabs=True,
                 replace_whitespace=True,
                 fix_sentence_endings=False, break_long_words=True, drop_whitespace=True,
                 break_on_hyphens=True,
                 tabsize=8, *, max_lines=None, placeholder=" [...]"):
        self.width = width
        self.initial_indent = initial_indent
        self.subsequent_indent = subsequent_indent
        self.expand_tabs = expand_tabs
        self.replace_whitespace = replace_whitespace
        self.fix_sentence_endings = fix_sentence_endings
        self.break_long_words = break_long_words
        self.drop_whitespace = drop_whitespace
        self.break_on_hyphens = break_on_hyphens
        self.tabsize = tabsize
        self.max_lines = max_lines
        self.placeholder = placeholder

    def _split(self, text):
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        if self.replace_whitespace:
            text = "".join([" " if character in _whitespace else character for character in text])
        chunks = _space.split(text)
        if self.break_on_hyphens:
            chunks = [part for chunk in chunks for part in _breaks(chunk)]
        chunks = [chunk for chunk in chunks if chunk]
        if self.fix_sentence_endings:
            for i in range(len(chunks) - 1):
                if chunks[i + 1] == " " and _sentence_end.search(chunks[i]):
                    chunks[i + 1] = "  "
        return chunks

    def wrap(self, text):
        if self.width <= 0:
            raise ValueError("the width is 1 or more")
        if self.max_lines is not None:
            margin = self.initial_indent if self.max_lines == 1 else self.subsequent_indent
            if len(margin) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError("the placeholder is wider than a line")
        left = self._split(text)
        left.reverse()
        lines = []
        while left:
            margin = self.subsequent_indent if lines else self.initial_indent
            width = self.width - len(margin)
            if self.drop_whitespace and lines and not left[-1].strip():
                left.pop()
            line = self._take(left, width)
            if self.drop_whitespace and line and not line[-1].strip():
                line.pop()
            if not line:
                continue
            last = self.max_lines is not None and len(lines) + 1 >= self.max_lines
            over = left and not (self.drop_whitespace and len(left) == 1 and not left[0].strip())
            if last and (over or sum(map(len, line)) > width):
                self._shortened(lines, line, margin, width)
                break
            lines.append(margin + "".join(line))
        return lines

    def _take(self, left, width):
        """The chunks of one line; a word longer than any line is broken or gets a line of its own."""
        line = []
        used = 0
        while left and used + len(left[-1]) <= width:
            used += len(left[-1])
            line.append(left.pop())
        if left and len(left[-1]) > width:
            if self.break_long_words:
                room = max(width - used, 1) if width > 0 else 1
                word = left[-1]
                if self.break_on_hyphens and len(word) > room:
                    hyphen = word.rfind("-", 0, room)
                    if hyphen > 0 and any(character != "-" for character in word[:hyphen]):
                        room = hyphen + 1
                if width - used > 0 or not line:
                    line.append(word[:room])
                    left[-1] = word[room:]
            elif not line:
                line.append(left.pop())
        return line

    def _shortened(self, lines, line, margin, width):
        """Ends the text with the placeholder, and drops words before it until the line fits."""
        while line:
            if line[-1].strip() and sum(map(len, line)) + len(self.placeholder) <= width:
                lines.append(margin + "".join(line) + self.placeholder)
                return
            line.pop()
        if lines:
            before = lines[-1].rstrip()
            if len(before) + len(self.placeholder) <= self.width:
                lines[-1] = before + self.placeholder
                return
        lines.append(margin + self.placeholder.lstrip())

    def fill(self, text):
        return "\n".join(self.wrap(text))


def wrap(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).wrap(text)


def fill(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).fill(text)


def shorten(text, width, **kwargs):
    return TextWrapper(width=width, **{"max_lines": 1, **kwargs}).fill(" ".join(text.strip().split()))


def dedent(text):
    lines = text.split("\n")
    margin = None
    for i, line in enumerate(lines):
        body = line.lstrip(" \t")
        if not body:
            lines[i] = ""
            continue
        start = line[:len(line) - len(body)]
        if margin is None:
            margin = start
        while not start.startswith(margin):
            margin = margin[:-1]
    if not margin:
        return "\n".join(lines)
    return "\n".join([line[len(margin):] for line in lines])


def indent(text, prefix, predicate=None):
    return "".join([prefix + line if (line.strip() if predicate is None else predicate(line)) else line
                    for line in text.splitlines(True)])
