# What the evaluator has no means for ends in an exception that can be caught.
import builtins

for name in ["open", "input", "exec", "eval", "compile", "breakpoint", "__import__"]:
    print(name, callable(getattr(builtins, name)))
