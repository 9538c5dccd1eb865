#!/usr/bin/python3
"""Tests that the settings of tsls agree in five places: the server's table, package.json of the extension, the extension's README,
the Neovim plugin with its help and README, and the manual."""
import json
import os
import re
import unittest

from torch_profiles import PROFILES

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# {type in package.json: kind in the server's table}
KINDS = {"string": "a path", "array": "an array of folders", "boolean": "true or false"}
# Settings that only the client sends, not the user.
OF_CLIENTS = {"commands", "librarySources"}


def read(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


def server_settings():
    """{name: kind} of the rows; the kind is empty for a setting of only the editor."""
    table = re.search(r"kSettings\[\] = \{(.*?)\n\};", read("lsp/features/configuration.cpp"), re.S)[1]
    table = table.replace("kTorchSettings", '"' + " or ".join(f'\\"{name}\\"' for name in ("auto", *PROFILES)) + '"')
    return {name: kind.replace('\\"', '"') for name, kind in re.findall(r'\{"(\w+)",\s+"((?:[^"\\]|\\.)*)",\s+\w+\}', table)}


def extension_settings():
    return json.loads(read("editors/vscode/package.json"))["contributes"]["configuration"]["properties"]


def snake(name):
    return re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), name)


class Settings(unittest.TestCase):
    def setUp(self):
        self.server = server_settings()
        self.users = {name: kind for name, kind in self.server.items() if kind and name not in OF_CLIENTS}
        self.assertLessEqual({"roots", "importPaths", "commands", "server", "trace"}, set(self.server))

    def test_the_extension_has_the_servers_with_their_kinds(self):
        for name, kind in self.users.items():
            told = extension_settings()[f"jitscope.{name}"]
            wanted = " or ".join(f'"{value}"' for value in told["enum"]) if "enum" in told else KINDS[told["type"]]
            self.assertEqual(kind, wanted, name)
            self.assertIn("default", told, name)
            self.assertTrue(told.get("description") or told.get("markdownDescription"), name)

    def test_the_server_knows_the_extensions(self):
        for name in extension_settings():
            section, first = name.split(".")[:2]
            self.assertEqual(section, "jitscope")
            self.assertIn(first, self.server, name)

    def test_the_extensions_readme_lists_them_with_their_defaults(self):
        rows = dict(re.findall(r"^\| `(jitscope\.[\w.]+)` \| `([^`]*)` \|", read("editors/vscode/README.md"), re.M))
        defaults = {name: told["default"] if told["default"] and isinstance(told["default"], str) else json.dumps(told["default"])
                    for name, told in extension_settings().items()}
        self.assertEqual(rows, defaults)

    def test_the_plugin_hands_them_on_and_its_help_lists_them(self):
        code, text, readme = (read(f"editors/nvim/{name}") for name in ("lua/jitscope/init.lua", "doc/jitscope.txt", "README.md"))
        sent = re.search(r"init_options = \{(.*?)\}", code, re.S)[1]
        for name in self.users:
            self.assertIn(f"{name} = options.{snake(name)}", sent)
            default = {"roots": "'auto'", "torch": "'auto'", "candidates": "'information'", "python": "''", "importPaths": "{}"}[name]
            self.assertRegex(text, rf"\n\t{snake(name)}\t+{re.escape(default)}\t", name)
            self.assertIn(f"{snake(name)} = {default}", readme)
            self.assertIn(f"{name} = {default}", readme)
        self.assertIn("commands = true", sent)

    def test_every_option_of_setup_stands_in_the_help(self):
        defaults = re.search(r"M\.defaults = \{(.*?)\n\}", read("editors/nvim/lua/jitscope/init.lua"), re.S)[1]
        names = re.findall(r"^  (\w+) = ", defaults, re.M)
        self.assertGreater(len(names), 5)
        for name in names:
            self.assertRegex(read("editors/nvim/doc/jitscope.txt"), rf"\n\t{name}\t")

    def test_the_manual_lists_the_servers(self):
        manual = read("docs/man/tsls.1").split(".SH SETTINGS")[1].split(".SH ")[0]
        self.assertEqual(set(re.findall(r"^\.TP\n\.B (\w+)$", manual, re.M)), set(self.users) | OF_CLIENTS)

    def test_the_version_is_the_same_everywhere(self):
        project = re.search(r"project\(jitscope VERSION (\S+)", read("CMakeLists.txt"))[1]
        for name in ("package.json", "package-lock.json"):
            self.assertEqual(json.loads(read(f"editors/vscode/{name}"))["version"], project, name)


if __name__ == "__main__":
    unittest.main()
