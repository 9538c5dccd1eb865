"""Scripted sessions with a real tsls about files, folders and notebooks. Every message of the server is checked against the
protocol's model."""

import os
import shutil
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from lsp_client import Client  # noqa: E402

CAPABILITIES = {
    "general": {"positionEncodings": ["utf-16"]},
    "window": {"workDoneProgress": True},
    "workspace": {
        "configuration": True, "workspaceFolders": True,
        "didChangeConfiguration": {"dynamicRegistration": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
        "diagnostics": {"refreshSupport": True}, "inlayHint": {"refreshSupport": True},
        "semanticTokens": {"refreshSupport": True}, "codeLens": {"refreshSupport": True},
        "workspaceEdit": {"documentChanges": True},
    },
    "textDocument": {
        "diagnostic": {"relatedDocumentSupport": True},
        "codeAction": {"dataSupport": True, "resolveSupport": {"properties": ["edit"]}},
        "publishDiagnostics": {"relatedInformation": True, "codeDescriptionSupport": True},
    },
}
PACKAGES = "/usr/lib/python3/dist-packages/"
LIMIT = 32 << 20  # bytes of a file
GOOD = "import torch\n\n\n@torch.jit.script\ndef f(x):\n    return x + 1\n"
BAD = "import torch\n\n\n@torch.jit.script\ndef f(x):\n    return x + nothing\n"
USER = "import torch\nfrom library import helper\n\n\n@torch.jit.script\ndef f(x):\n    return helper(x)\n"
HELPER = "def helper(x):\n    return x + 1\n"
# Nothing in the file itself scripts the function: its problem shows that user.py has found it.
BAD_HELPER = "def helper(x):\n    return x + nothing\n"
MISSING = ["TS1302"]  # the import is not found
CHANGED, CREATED, DELETED = 2, 1, 3


def names(items):
    return {os.path.basename(item["uri"]): len(item["items"]) if "items" in item else item["kind"] for item in items}


def ids(items):
    return [{"uri": item["uri"], "value": item["resultId"]} for item in items if "resultId" in item]


class Session(unittest.TestCase):
    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.root)

    def path(self, name):
        return os.path.join(self.root, name)

    def uri(self, name):
        return "file://" + self.path(name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())

    def client(self, folders=("",), capabilities=CAPABILITIES, **answers):
        """An initialized client. At the test's end, all messages of the server must have been valid."""
        client = Client(validate=True, answers={"workspace/configuration": lambda params: [None] * len(params["items"]),
                                                **{key.replace("_", "/"): value for key, value in answers.items()}})
        client.initialize(capabilities, workspaceFolders=[{"uri": self.uri(name), "name": name or "root"} for name in folders])
        self.addCleanup(lambda: self.assertEqual(client.problems, []))
        self.addCleanup(client.__exit__)
        return client

    def pull(self, client, previous=(), **more):
        return client.ask("workspace/diagnostic", {"previousResultIds": list(previous), **more})["result"]["items"]

    def document(self, client, name):
        answer = client.ask("textDocument/diagnostic", {"textDocument": {"uri": self.uri(name)}})
        return [item["code"] for item in answer["result"]["items"]]

    def watch(self, client, *changes):
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": self.uri(name), "type": type} for name, type in changes]})


class WorkspaceDiagnostics(Session):
    def test_files_that_are_not_open_are_checked_in_all_folders(self):
        self.write("one/good.py", GOOD)
        self.write("one/sub/bad.py", BAD)
        self.write("two/broken.py", "(")
        client = self.client(["one", "two"])
        items = self.pull(client)
        self.assertEqual(names(items), {"good.py": 0, "bad.py": 1, "broken.py": 1})
        self.write("one/good.py", BAD)
        self.watch(client, ("one/good.py", CHANGED))
        self.assertEqual(names(self.pull(client, ids(items))), {"good.py": 1, "bad.py": "unchanged", "broken.py": "unchanged"})

    def test_what_is_unchanged_is_answered_when_something_changes(self):
        self.write("a.py", BAD)
        client = self.client()
        known = ids(self.pull(client))
        waiting = client.start("workspace/diagnostic", {"previousResultIds": known})
        self.assertIn("result", client.ask("workspace/symbol", {"query": "f"}))
        self.assertFalse(any(message.get("id") == waiting and "method" not in message for message in client.kept))
        client.open(self.uri("a.py"), GOOD)
        self.assertEqual(names(client.answer(waiting)["result"]["items"]), {"a.py": 0})

    def test_parts_and_progress_while_it_works(self):
        for i in range(40):
            self.write(f"m{i}.py", BAD)
        client = self.client()
        answer = client.ask("workspace/diagnostic", {"previousResultIds": [], "partialResultToken": "parts", "workDoneToken": 7})
        self.assertEqual(answer["result"], {"items": []})
        told = [message["params"] for message in client.kept if message.get("method") == "$/progress"]
        parts = [one["value"]["items"] for one in told if one["token"] == "parts"]
        self.assertEqual(len(sum(parts, [])), 40)
        kinds = [one["value"]["kind"] for one in told if one["token"] == 7]
        self.assertEqual((kinds[0], kinds[-1]), ("begin", "end"))

    def test_cancelling_answers_at_once(self):
        for i in range(200):
            self.write(f"m{i}.py", BAD)
        client = self.client()
        id = client.start("workspace/diagnostic", {"previousResultIds": []})
        client.notify("$/cancelRequest", {"id": id})
        self.assertEqual(client.answer(id)["error"]["code"], -32800)


class Dependents(Session):
    def test_imports_follow_files_that_change_come_and_go(self):
        refreshed = threading.Event()
        self.write("user.py", USER)
        client = self.client(workspace_diagnostic_refresh=lambda params: refreshed.set())
        client.open(self.uri("user.py"), USER)
        self.assertEqual(self.document(client, "user.py"), MISSING)
        self.write("library.py", BAD_HELPER)
        self.watch(client, ("library.py", CREATED))
        self.assertEqual(self.document(client, "user.py"), [])
        self.assertEqual(names(self.pull(client)), {"user.py": 0, "library.py": 1})
        self.assertTrue(refreshed.wait(20))
        self.write("library.py", HELPER)
        self.watch(client, ("library.py", CHANGED))
        self.assertEqual(names(self.pull(client)), {"user.py": 0, "library.py": 0})
        self.write("library.py", BAD_HELPER)
        self.watch(client, ("library.py", CHANGED))
        self.assertEqual(names(self.pull(client)), {"user.py": 0, "library.py": 1})
        os.remove(self.path("library.py"))
        self.watch(client, ("library.py", DELETED))
        self.assertEqual(self.document(client, "user.py"), MISSING)

    def test_imports_are_looked_for_in_every_folder_and_in_set_paths(self):
        self.write("app/user.py", USER)
        self.write("common/library.py", BAD_HELPER)
        client = self.client(["app", "common"])
        client.open(self.uri("app/user.py"), USER)
        self.assertEqual(self.document(client, "app/user.py"), [])
        self.assertEqual(names(self.pull(client)), {"user.py": 0, "library.py": 1})
        client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": [{"uri": self.uri("common"), "name": "common"}]}})
        self.assertEqual(self.document(client, "app/user.py"), MISSING)
        client.answers["workspace/configuration"] = [None, {"importPaths": ["../common"]}]
        client.notify("workspace/didChangeConfiguration", {"settings": None})
        client.next(lambda message: message.get("method") == "workspace/configuration" and len(message["params"]["items"]) == 2)
        client.ask("workspace/symbol", {"query": ""})  # the server handles it after our answer
        self.assertEqual(self.document(client, "app/user.py"), [])

    def test_renamed_files_take_their_imports_along(self):
        self.write("user.py", USER)
        self.write("old.py", BAD_HELPER)
        client = self.client()
        client.open(self.uri("user.py"), USER)
        self.assertEqual(self.document(client, "user.py"), MISSING)
        os.rename(self.path("old.py"), self.path("library.py"))
        client.notify("workspace/didRenameFiles", {"files": [{"oldUri": self.uri("old.py"), "newUri": self.uri("library.py")}]})
        self.assertEqual(self.document(client, "user.py"), [])
        self.assertEqual(names(self.pull(client)), {"user.py": 0, "library.py": 1})

    def test_a_file_that_gets_another_name_changes_what_imports_it(self):
        self.write("p/__init__.py", "")
        self.write("p/layers.py", HELPER)
        self.write("user.py", "from p.layers import helper\nimport p.layers\nprint(helper(1), p.layers.helper)\n")
        self.write("p/inside.py", "from . import layers\nlayers.helper(1)\n")
        self.write("other.py", "layers = 1\n")
        client = self.client()
        client.open(self.uri("p/inside.py"), "from . import layers\n\nlayers.helper(1)\n", 7)
        answer = client.ask("workspace/willRenameFiles", {"files": [
            {"oldUri": self.uri("p/layers.py"), "newUri": self.uri("p/blocks.py")}]})["result"]
        changes = {os.path.relpath(one["textDocument"]["uri"][7:], self.root): one for one in answer["documentChanges"]}
        self.assertEqual({name: (one["textDocument"]["version"],
                                 [(edit["range"]["start"]["line"], edit["range"]["start"]["character"], edit["newText"])
                                  for edit in one["edits"]]) for name, one in changes.items()},
                         {"user.py": (None, [(0, 5, "p.blocks"), (1, 7, "p.blocks"), (2, 17, "p.blocks")]),
                          "p/inside.py": (7, [(0, 14, "blocks"), (2, 0, "blocks")])})
        away = client.ask("workspace/willRenameFiles", {"files": [
            {"oldUri": self.uri("other.py"), "newUri": self.uri("another.py")}]})
        self.assertIsNone(away["result"])
        self.assertIn("error", client.ask("workspace/willRenameFiles", {"files": 3}))
        moved = client.ask("workspace/willRenameFiles", {"files": [{"oldUri": self.uri("p"), "newUri": self.uri("q")}]})["result"]
        self.assertEqual([edit["newText"] for one in moved["documentChanges"] for edit in one["edits"]], ["q.layers"] * 3)

    def test_a_closed_document_has_no_problems_of_its_own(self):
        client = self.client()
        client.open(self.uri("a.py"), BAD)
        self.assertEqual(len(self.document(client, "a.py")), 1)
        client.notify("textDocument/didClose", {"textDocument": {"uri": self.uri("a.py")}})
        self.assertEqual(self.document(client, "a.py"), [])

    def test_a_wrong_setting_is_told_once_and_again_when_another_is_wrong(self):
        values = [{"roots": "some"}]
        client = self.client(workspace_configuration=lambda params: values * len(params["items"]))

        def shown_messages():
            client.notify("workspace/didChangeConfiguration", {"settings": None})
            client.ask("workspace/symbol", {"query": ""})
            client.ask("workspace/symbol", {"query": ""})  # the server handles it after our answer
            texts = [message["params"]["message"] for message in client.kept if message.get("method") == "window/showMessage"]
            client.kept = [message for message in client.kept if message.get("method") != "window/showMessage"]
            return texts
        self.assertEqual(shown_messages(), ['JitScope, settings: "roots" keeps its value, it can\'t be "some"; it can be "auto" or "explicit" or "all"'])
        self.assertEqual(shown_messages(), [])
        values[0] = {"importPaths": "lib"}
        self.assertEqual(shown_messages(), ['JitScope, settings: "importPaths" keeps its value, it can\'t be "lib"; it can be an array of folders'])
        values[0] = {"importPaths": ["lib"], "roots": "all"}
        self.assertEqual(shown_messages(), [])


class Files(Session):
    def test_a_document_that_was_never_saved_has_no_folder(self):
        client = self.client()
        client.open("untitled:Untitled-1", BAD)
        answer = client.ask("textDocument/diagnostic", {"textDocument": {"uri": "untitled:Untitled-1"}})
        self.assertEqual(len(answer["result"]["items"]), 1)

    def test_bytes_that_are_not_utf_8_are_a_problem_of_their_file(self):
        self.write("latin.py", b"x = '\xe9'\n")
        self.write("declared.py", b"# -*- coding: latin-1 -*-\nx = '\xe9'\n")
        self.assertEqual(names(self.pull(self.client())), {"latin.py": 1, "declared.py": 0})

    def test_the_text_of_an_open_document_outlives_its_file(self):
        self.write("a.py", GOOD)
        client = self.client()
        client.open(self.uri("a.py"), BAD)
        os.remove(self.path("a.py"))
        self.watch(client, ("a.py", DELETED))
        self.assertEqual(len(self.document(client, "a.py")), 1)
        client.notify("textDocument/didClose", {"textDocument": {"uri": self.uri("a.py")}})
        self.assertEqual(names(self.pull(client)), {})

    def test_a_file_over_the_limit_is_named_and_not_read(self):
        with open(self.path("huge.py"), "wb") as file:
            file.truncate(LIMIT + 1)
        items = self.pull(self.client())
        self.assertIn(str(LIMIT), items[0]["items"][0]["message"])

    def test_a_document_over_the_limit_is_named_and_not_checked(self):
        client = self.client()
        client.open(self.uri("huge.py"), "x = 1\n" * (LIMIT // 6 + 1))
        answer = client.ask("textDocument/diagnostic", {"textDocument": {"uri": self.uri("huge.py")}})
        self.assertIn(str(LIMIT), answer["result"]["items"][0]["message"])

    def test_folders_that_are_not_there_hold_nothing(self):
        self.assertEqual(self.pull(self.client(["nowhere"])), [])


class Notebook(Session):
    def cell(self, number):
        return f"vscode-notebook-cell:{self.path('n.ipynb')}#{number}"

    def open(self, client, *texts):
        client.notify("notebookDocument/didOpen", {
            "notebookDocument": {"uri": self.uri("n.ipynb"), "notebookType": "jupyter-notebook", "version": 1,
                                 "cells": [{"kind": 2, "document": self.cell(i)} for i in range(len(texts))]},
            "cellTextDocuments": [{"uri": self.cell(i), "languageId": "python", "version": 1, "text": text} for i, text in enumerate(texts)]})

    def test_cells_are_one_module_and_problems_lie_in_their_cell(self):
        client = self.client()
        self.open(client, "%matplotlib inline\nimport torch\n", "def helper(x):\n    return x + 1\n",
                  "@torch.jit.script\ndef f(x):\n    return helper(x) + nothing\n")
        found = [client.diagnostics(self.cell(i), 1) for i in range(3)]
        self.assertEqual([len(one) for one in found], [0, 0, 1])
        self.assertEqual(found[2][0]["range"]["start"], {"line": 2, "character": 23})
        at = {"textDocument": {"uri": self.cell(2)}, "position": {"line": 2, "character": 13}}
        definition = client.ask("textDocument/definition", at)["result"]
        self.assertEqual(definition[0]["uri"], self.cell(1))
        hover = client.ask("textDocument/hover", {**at, "position": {"line": 2, "character": 25}})["result"]
        self.assertIn(found[2][0]["code"], hover["contents"]["value"])
        self.assertIn(found[2][0]["code"] + ".md)", hover["contents"]["value"])

    def test_every_request_at_every_position_of_a_cell_is_answered(self):
        client = self.client()
        texts = ["import torch\n!ls", "@torch.jit.script\ndef f(x):\n    return x.relu()", "f(torch.ones(1))\n"]
        self.open(client, *texts)
        for number, text in enumerate(texts):
            for line, content in enumerate(text.split("\n")):
                for character in range(len(content) + 1):
                    at = {"line": line, "character": character}
                    for method in ("completion", "declaration", "definition", "documentHighlight", "hover", "implementation",
                                   "prepareCallHierarchy", "references", "selectionRange", "signatureHelp", "typeDefinition",
                                   "documentSymbol", "foldingRange", "semanticTokens/full", "codeLens", "documentLink"):
                        answer = client.ask("textDocument/" + method, {"textDocument": {"uri": self.cell(number)}, "position": at,
                                                                       "positions": [at], "context": {"includeDeclaration": True}})
                        self.assertIn("result", answer, (method, number, at))


class LibrarySources(unittest.TestCase):
    TEXT = ("import torch.nn.functional as F\nfrom torch import nn\nfrom pytorch_lightning import LightningModule\n\n"
            "def f(x):\n    return nn.Conv2d(1, 2, 3)(F.relu(x))\nBase = LightningModule\n")

    def definitions(self, place, capabilities=None, **options):
        with tempfile.TemporaryDirectory() as folder, Client() as client:
            client.initialize(capabilities, workspaceFolders=[{"uri": "file://" + folder, "name": "x"}],
                              initializationOptions={"python": "", **options})
            uri = "file://" + folder + "/a.py"
            client.open(uri, self.TEXT)
            found = client.ask("textDocument/definition", {"textDocument": {"uri": uri}, "position": place})["result"]
            return [(one["uri"], self.line(client, one)) for one in found]

    def line(self, client, location):
        if location["uri"].startswith("file:"):
            return None
        text = client.ask("workspace/textDocumentContent", {"uri": location["uri"]})["result"]["text"]
        return text.splitlines()[location["range"]["start"]["line"]]

    def test_definitions_lead_to_the_embedded_source_for_clients_that_open_it(self):
        module = {"line": 6, "character": 12}
        announced = {"workspace": {"textDocumentContent": {}}}
        source = "jitscope-library://embedded/pytorch_lightning/__init__.py"
        for found in (self.definitions(module, announced), self.definitions(module, librarySources=True)):
            self.assertEqual(found, [(source, "class LightningModule(nn.Module):")])
        package = {"line": 2, "character": 6}
        self.assertEqual([uri for uri, _ in self.definitions(package, announced)], [source])
        self.assertEqual(self.definitions(module), [])

    def test_an_installed_pytorch_comes_before_the_embedded_source(self):
        is_installed = os.path.exists(PACKAGES + "torch/nn/modules/conv.py")
        start = "file://" + PACKAGES if is_installed else "jitscope-library://embedded/"
        for place, path, line in (({"line": 5, "character": 16}, "torch/nn/modules/conv.py", "class Conv2d("),
                                  ({"line": 5, "character": 34}, "torch/nn/functional.py", "def relu(")):
            (uri, text), = self.definitions(place, librarySources=True)
            self.assertEqual(uri, start + path)
            if not is_installed:
                self.assertTrue(text.startswith(line), text)

    def test_the_server_offers_its_scheme_and_refuses_other_uris(self):
        with Client() as client:
            answer = client.initialize({"workspace": {"textDocumentContent": {}}})
            offered = answer["capabilities"]["workspace"]["textDocumentContent"]
            self.assertEqual(offered, {"schemes": ["jitscope-library"]})
            for uri in ("file:///etc/passwd", "jitscope-library://embedded/nowhere.py", "jitscope-library://embedded/", 1, None):
                answer = client.ask("workspace/textDocumentContent", {"uri": uri})
                self.assertIn("uri must name a module", answer["error"]["message"])


if __name__ == "__main__":
    unittest.main()
