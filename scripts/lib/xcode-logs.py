"""Holds `outlive xcode-log --report json` against FOLDER/expected.csv. Run by scripts/xcode-logs."""

import csv
import json
import pathlib
import subprocess
import sys

# The columns of expected.csv, their names in the report, and the accepted difference.
FIGURES = [
    ("cases", "testCases", 0),
    ("cases_with_activities", "testCasesWithActivities", 0),
    ("launches", "launches", 0),
    ("activates", "activations", 0),
    ("total_seconds", "launchSeconds", 0.01),
    ("unique_total_seconds", "uniqueLaunchSeconds", 0.01),
]


def main(outlive: str, folder: pathlib.Path) -> int:
    with open(folder / "expected.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    paths = [str(folder / row["file"]) for row in rows]
    run = subprocess.run([outlive, "xcode-log", "--report", "json", *paths], stdout=subprocess.PIPE, check=False)
    if run.returncode != 0:
        print(f"outlive xcode-log ended with {run.returncode}", file=sys.stderr)
        return 3
    files = {file["path"]: file for file in json.loads(run.stdout)["files"]}
    good = 0
    for row, path in zip(rows, paths):
        # Half a millionth allows for the rounding of printed numbers.
        wrong = [
            f"{name} {files[path][name]} instead of {row[column]}"
            for column, name, tolerance in FIGURES
            if abs(files[path][name] - float(row[column])) > tolerance + 5e-7
        ]
        good += not wrong
        if wrong:
            print(f"{row['file']}: {', '.join(wrong)}")
    print(f"xcode logs: {good} of {len(rows)} files agree")
    return 0 if good == len(rows) else 1


sys.exit(main(sys.argv[1], pathlib.Path(sys.argv[2])))
