#!/usr/bin/python3
"""Writes a C++ file that contains the prelude's modules, as a table sorted by dotted name (core/prelude/files.h).

usage: embed_prelude.py PRELUDE PROFILES OUTPUT.cpp
PRELUDE is the folder of lib and of the overlays, such as lib-2.6; PROFILES is core/base/torch_profiles.def. Combined modules are written
beside OUTPUT.cpp, and the assembler includes them.
"""
import os
import re
import sys

import marks
import overlay


def profile_names(path):
    with open(path, encoding="utf-8") as file:
        return re.findall(r'^PROFILE\(\w+, "([\d.]+)"', file.read(), re.M)


def modules_in(folder):
    """{path below the folder: text} of its modules."""
    found = {}
    for place, _, files in os.walk(folder):
        for name in files:
            if name.endswith(".py"):
                path = os.path.join(place, name)
                with open(path, encoding="utf-8") as file:
                    found[os.path.relpath(path, folder)] = file.read()
    return found


def combined_modules(prelude, profiles):
    """For each profile {path below lib: text}. A profile changes the modules of the ones before it."""
    folders = [os.path.join(prelude, folder) for folder in ("lib", *(f"lib-{profile}" for profile in profiles))]
    layers = [(folder, modules_in(folder)) for folder in folders]
    return [_combined(layers[:number + 2], profile, profiles) for number, profile in enumerate(profiles)]


def _combined(layers, profile, profiles):
    modules = {}
    for folder, changes in layers:
        for path, text in changes.items():
            try:
                own = marks.chosen(text, profile, profiles)
                modules[path] = overlay.combined(modules[path], own) if path in modules else own
            except (marks.MarkError, overlay.OverlayError) as error:
                sys.exit(f"{folder}/{path}: {error}")
    return modules


def main():
    prelude, list_of_profiles, output = sys.argv[1:]
    profiles = profile_names(list_of_profiles)
    modules = combined_modules(prelude, profiles)
    names = {}
    for path in {path for profile in modules for path in profile}:
        is_package = os.path.basename(path) == "__init__.py"
        names[(os.path.dirname(path) if is_package else path[:-len(".py")]).replace("/", ".")] = path, is_package
    code, rows = [], []
    for number, (name, (path, is_package)) in enumerate(sorted(names.items())):
        texts, labels = [], {}
        for profile, text in zip(profiles, (of_profile.get(path) for of_profile in modules)):
            if text is None:
                texts.append("{nullptr, nullptr}")
                continue
            if text not in labels:
                label = labels[text] = f"{number}_{len(labels)}"
                file = os.path.join(os.path.dirname(os.path.abspath(output)), f"combined-{profile}", path)
                os.makedirs(os.path.dirname(file), exist_ok=True)
                with open(file, "w", encoding="utf-8") as out:
                    out.write(text)
                code.append(f'asm(".section .rodata\\nprelude_{label}:\\n.incbin \\"{file}\\"\\nprelude_end_{label}:\\n.byte 0\\n.previous\\n");\n'
                            f'extern const char begin_{label}[] asm("prelude_{label}");\n'
                            f'extern const char end_{label}[] asm("prelude_end_{label}");\n')
            texts.append(f"{{begin_{labels[text]}, end_{labels[text]}}}")
        rows.append(f'    {{"{name}", {{{", ".join(texts)}}}, {"true" if is_package else "false"}}},\n')
    with open(output, "w", encoding="utf-8") as out:
        out.write('#include "core/prelude/files.h"\n\n' + "".join(code) + "\nnamespace ts::prelude {\n\nconst File kFiles[] = {\n"
                  + "".join(rows) + f"    {{{{}}, {{}}, false}}}};\nconst size_t kFileCount = {len(rows)};\n\n}}  // namespace ts::prelude\n")


if __name__ == "__main__":
    main()
