import Foundation
import OutliveDriver
import OutliveModel
import OutliveSupport
import Testing

@testable import OutliveBenchmark

/// Checkouts of real commits, built and measured by scripts.
@Suite(.serialized) struct RevisionBuildTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "bisect-\(UUID().uuidString)")
    private var repository: GitRepository { GitRepository(root: folder.path + "/repository") }

    private func git(_ words: String...) throws -> String {
        let git = Process()
        git.executableURL = URL(filePath: "/usr/bin/env")
        git.arguments =
            ["git", "-C", repository.root, "-c", "user.name=Test", "-c", "user.email=test@example.com"] + words
        let output = Pipe()
        (git.standardOutput, git.standardError) = (output, FileHandle.nullDevice)
        try git.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        git.waitUntilExit()
        #expect(git.terminationStatus == 0, "\(words)")
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    /// Makes a repository whose commits have these contents of a file.
    private func makeCommits(_ contents: [String]) throws -> [String] {
        try FileManager.default.createDirectory(atPath: repository.root, withIntermediateDirectories: true)
        _ = try git("init", "--quiet", "--initial-branch=main")
        return try contents.map { content in
            try Data(content.utf8).write(to: URL(filePath: repository.root + "/Package.swift"))
            _ = try git("add", ".")
            _ = try git("commit", "--quiet", "-m", "Write \(content)")
            return try git("rev-parse", "HEAD")
        }
    }

    private func builds(_ build: String, _ soak: String = "true") throws -> RevisionBuilds {
        try RevisionBuilds(
            of: repository, cache: folder.path + "/cache", build: Command(words: build),
            soak: Command(program: "/bin/sh", arguments: ["-c", soak, "soak"])
        ) { path in
            try Report(
                toolVersion: String(contentsOfFile: path, encoding: .utf8), startedAt: "", machine: .current,
                plan: Plan(
                    launch: "app", ready: "none", reset: nil, done: nil, pairs: 0, leaks: .off, fidelity: .off, seed: 0)
            )
        }
    }

    /// The soak that writes the built file as its report; its arguments are `--report json=FILE`.
    private static let soak = "cp built-from \"${2#json=}\""

    private func removeFolder() { try? FileManager.default.removeItem(at: folder) }

    @Test func `A commit is built and measured in a checkout of its own, and its build is used again`() async throws {
        defer { removeFolder() }
        let commits = try makeCommits(["one", "two"])
        try Data("unsaved".utf8).write(to: URL(filePath: repository.root + "/Package.swift"))
        let before = [try git("status", "--porcelain"), try git("worktree", "list"), try git("for-each-ref")]
        let builds = try builds("cp Package.swift built-from", Self.soak)
        for isReused in [false, true] {
            let measured = try await builds.measure(commits[0], as: commits[0])
            guard case .report(let report, _) = measured.result else {
                Issue.record("\(measured)")
                return
            }
            #expect(report.toolVersion == "one")
            #expect(measured.isReused == isReused)
        }
        #expect(before == [try git("status", "--porcelain"), try git("worktree", "list"), try git("for-each-ref")])
        let attributes = try FileManager.default.attributesOfItem(atPath: builds.path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }

    @Test func `Another build command builds again`() async throws {
        defer { removeFolder() }
        let commit = try makeCommits(["one"])[0]
        _ = try await builds("cp Package.swift built-from", Self.soak).measure(commit, as: commit)
        #expect(try await !builds("cp -f Package.swift built-from", Self.soak).measure(commit, as: commit).isReused)
    }

    @Test(arguments: [
        ("sh -c 'echo noise; echo file.swift:1: error: no such name; echo end; exit 3'", "true", "error: no such name"),
        ("no-such-program", "true", "not found"), ("true", "echo the port is taken >&2; exit 3", "the port is taken"),
        ("true", "kill -9 $$", "SIGKILL"),
    ])
    func `A commit that does not build or launch is skipped with the reason`(
        build: String, soak: String, reason: String
    ) async throws {
        defer { removeFolder() }
        let commit = try makeCommits(["one"])[0]
        let measured = try await builds(build, soak).measure(commit, as: commit)
        guard case .skipped(let found) = measured.result else {
            Issue.record("\(measured)")
            return
        }
        #expect(found.contains(reason), "\(found)")
    }

    @Test func `Commits are listed by first parents, and what is no ancestor is refused`() async throws {
        defer { removeFolder() }
        let commits = try makeCommits(["one", "two", "three"])
        let listed = try await repository.commits(after: commits[0], upTo: commits[2])
        #expect(listed.map(\.name) == Array(commits[1...]))
        #expect(listed.map(\.subject) == ["Write two", "Write three"])
        #expect(try await repository.commit("HEAD~1") == commits[1])
        await #expect(throws: Failure.self) { try await repository.commits(after: commits[2], upTo: commits[0]) }
        await #expect(throws: Failure.self) { try await repository.commit("--help") }
        let changes = try await repository.difference(from: commits[0], to: commits[1], of: ["Package.swift"])
        #expect(changes.contains("-one") && changes.contains("+two"))
    }

    @Test func `The tags of a repository are listed`() async throws {
        defer { removeFolder() }
        _ = try makeCommits(["one"])
        _ = try git("tag", "1.0.0")
        _ = try git("tag", "v1.1.0")
        #expect(try await GitRepository.tags(of: repository.root) == ["1.0.0", "v1.1.0"])
    }
}
