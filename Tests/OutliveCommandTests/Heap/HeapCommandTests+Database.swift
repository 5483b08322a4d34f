import Foundation
import OutliveModel
import OutliveTestSupport
import Testing

extension HeapCommandTests {
    @Test func `A database has the objects of the report, and answers in SQL`() async throws {
        _ = try await snapshots("one")
        let (file, database, json) = (trial.file("one"), trial.file("one.db"), trial.file("own.json"))
        let written = try await outlive(
            "heap", file, "--export", "sqlite=\(database)", "--report", "json=\(json)")
        #expect((written.status, written.output) == (0, ""), "\(written.errors)")
        let report = try JSONDecoder().decode(SnapshotReport.self, from: Data(contentsOf: URL(filePath: json)))

        let script = """
            import sqlite3, sys
            for row in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]): print(*row, sep="|")
            """
        func answer(_ statement: String) async throws -> [String] {
            let run = try await Started("/usr/bin/env", ["python3", "-c", script, database, statement]).end()
            try #require(run.status == 0, "\(run.errors)")
            return run.output.split(separator: "\n").map(String.init)
        }
        #expect(
            try await answer("SELECT type, objects, bytes FROM types WHERE kind <> 'raw' ORDER BY type")
                == report.types.map { "\($0.type)|\($0.objects)|\($0.bytes)" }.sorted())
        #expect(try await answer("SELECT process_id FROM snapshot") == ["\(report.snapshot.processID)"])
        let holder = "SELECT holder FROM objects WHERE type = 'heap_fixture.Plain'"
        #expect(try await answer("SELECT name FROM roots WHERE kind = 'global' AND target = (\(holder))") == ["kept"])

        let printed = try await Started(
            "/bin/sh", ["-c", #""$0" heap "$1" --export sqlite | cmp - "$2""#, Built.outlive, file, database]
        ).end()
        #expect(printed.status == 0, "\(printed.output)\(printed.errors)")
    }

    @Test func `Without SQLite's library an export names what to install, and writes nothing`() async throws {
        _ = try await snapshots("one")
        // The loader finds this file first, and cannot load it.
        let folder = trial.file("libraries")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("none".utf8).write(to: URL(filePath: folder + "/libsqlite3.so.0"))
        let run = try await Started(
            Built.outlive, ["heap", trial.file("one"), "--export", "sqlite=\(trial.file("one.db"))"],
            environment: ["LD_LIBRARY_PATH": folder]
        ).end()
        #expect(run.status == 3)
        #expect(run.errors.hasPrefix("cannot make the sqlite export: "), "\(run.errors)")
        #expect(run.errors.hasSuffix("; install it: apt-get install libsqlite3-0\n"), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: trial.file("one.db")))
    }
}
