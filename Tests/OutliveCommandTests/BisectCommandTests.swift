import Foundation
import Testing

/// `outlive bisect`, and the exit codes for `git bisect run`.
@Suite struct BisectCommandTests {
    private static let soak = ["--launch", "./app", "--ready", "exit", "--reset", "exec:true"]

    @Test(arguments: [
        (["--good", "HEAD~1"], "the options of outlive soak are missing"),
        (["--good", "HEAD~1", "--", "--launch", "x"], "the options of bisect: "),
        (["--good=-x", "--"] + soak, "--good is '-x'"), (["--good", "", "--"] + soak, "--good is ''"),
        (["--good", "a", "--fingerprint", "../x", "--"] + soak, "--fingerprint has 16 digits"),
        (["--"] + soak, "--good"), (["--good", "a", "--", "soak"] + soak, "leave out the word soak"),
    ])
    func `Options are checked before anything is built`(options: [String], message: String) async throws {
        let run = try await Started(Built.outlive, ["bisect"] + options).end()
        #expect(run.status == 64)
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    @Test(
        arguments: [
            ([], 125 as Int32), (["--cycles", "many"], 128 as Int32),
        ] as [([String], Int32)])
    func `A soak for git bisect skips what cannot be measured, and ends the search by wrong usage`(
        options: [String], status: Int32
    ) async throws {
        let missing = ["--launch", "./no-such-program", "--ready", "exit", "--reset", "exec:true"]
        let run = try await Started(Built.outlive, ["soak", "--for-bisect"] + missing + options).end()
        #expect(run.status == status, "\(run.errors)")
        #expect(try await Started(Built.outlive, ["soak"] + missing + options).end().status == (status == 128 ? 64 : 3))
    }

    @Test func `Outside of a repository there is nothing to search`() async throws {
        let scratch = try Scratch()
        let run = try await Started(
            "/usr/bin/env", ["-C", scratch.path, Built.outlive, "bisect", "--good", "HEAD~1", "--"] + Self.soak,
            environment: ["GIT_CEILING_DIRECTORIES": "/"]
        ).end()
        #expect(run.status == 3)
        #expect(run.errors.contains("is in no Git repository"), "\(run.errors)")
    }
}
