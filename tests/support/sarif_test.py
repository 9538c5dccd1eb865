#!/usr/bin/python3
"""SARIF logs of real runs are valid under the schema of the standard, and contain the findings."""
import json
import os
import subprocess
import tempfile
import unittest

import jsonschema

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TSCHECK = os.path.join(os.environ.get("JITSCOPE_BIN", os.path.join(ROOT, "build/release/bin")), "tscheck")

with open(os.path.join(HERE, "sarif-schema-2.1.0.json"), encoding="utf-8") as text:
    SCHEMA = json.load(text)


def run(*paths, cwd=ROOT):
    done = subprocess.run([TSCHECK, "--format=sarif", *paths], cwd=cwd, capture_output=True, text=True,
                          check=False, timeout=60)
    log = json.loads(done.stdout)
    jsonschema.Draft4Validator(SCHEMA).validate(log)
    return log["runs"][0]


class Sarif(unittest.TestCase):
    def test_problems_of_the_examples(self):
        found = run("examples/bad")
        self.assertGreaterEqual(len(found["results"]), 4)
        rules = found["tool"]["driver"]["rules"]
        for result in found["results"]:
            self.assertEqual(rules[result["ruleIndex"]]["id"], result["ruleId"])
            self.assertEqual(len(result["locations"]), 1)

    def test_no_problems(self):
        found = run("examples/good")
        self.assertEqual(found["results"], [])
        self.assertTrue(found["invocations"][0]["executionSuccessful"])

    def test_a_file_that_can_not_be_read(self):
        invocation = run("no such file.py")["invocations"][0]
        self.assertFalse(invocation["executionSuccessful"])
        self.assertEqual(len(invocation["toolExecutionNotifications"]), 1)

    def test_odd_names_and_characters(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "a b%é.py"), "w", encoding="utf-8") as out:
                out.write('x = "é🌰" + (\n')
            result = run("a b%é.py", cwd=folder)["results"][0]
        where = result["locations"][0]["physicalLocation"]
        self.assertEqual(where["artifactLocation"]["uri"], "a%20b%25%C3%A9.py")
        self.assertEqual(where["region"]["startColumn"], 12)


if __name__ == "__main__":
    unittest.main()
