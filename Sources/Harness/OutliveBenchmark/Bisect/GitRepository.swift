internal import FoundationEssentials
internal import OutliveDriver
internal import OutliveModel
internal import OutliveSupport

/// A repository of git that is only read: its work tree, index, branches and list of worktrees stay as they are.
package struct GitRepository: Sendable {
    private static let timeout = Duration.seconds(600)
    private static let longestOutput = 1 << 26
    /// The root of the work tree.
    package let root: String

    /// Finds the repository of the working directory.
    ///
    /// - Throws: `Failure` if there is none; `CancellationError`.
    package static func ofWorkingDirectory() async throws -> GitRepository {
        guard let output = try? await git(["rev-parse", "--show-toplevel"], purpose: "finding the repository") else {
            try Task.checkCancellation()
            throw Failure(
                .harness,
                "the working directory is in no Git repository: run outlive bisect in the repository of the program")
        }
        return GitRepository(root: String(output.prefix { !$0.isNewline }))
    }

    init(root: String) { self.root = root }

    /// Returns the commit of a revision as 40 digits.
    ///
    /// - Throws: `Failure` if there is none; `CancellationError`.
    package func commit(_ revision: String) async throws -> String {
        let words = ["rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"]
        guard let output = try? await read(words, purpose: ""), output.count > 40 else {
            try Task.checkCancellation()
            throw Failure(.harness, "there is no commit '\(revision)' in \(root): give another revision")
        }
        return String(output.prefix { !$0.isNewline })
    }

    /// Returns the commits after one up to another, oldest first. Of a merge, the first parent is followed.
    ///
    /// - Throws: `Failure` if there are none; `CancellationError`.
    func commits(after good: String, upTo bad: String) async throws -> [Bisection.Revision] {
        let words = ["log", "--first-parent", "--reverse", "--format=%H %s", "\(good)..\(bad)"]
        let output = try await read(words, purpose: "listing the commits")
        let found = output.rows.map { row in
            Bisection.Revision(name: String(row.prefix(40)), subject: String(row.dropFirst(41)).onOneLine(upTo: 72))
        }
        let (one, other) = (good.prefix(10), bad.prefix(10))
        guard !found.isEmpty else {
            throw Failure(.harness, "no commit of \(other) comes after \(one): give an earlier --good")
        }
        let parent = try await read(
            ["rev-parse", "--verify", "--quiet", found[0].name + "^1"],
            purpose: "reading the parent of \(found[0].brief)")
        guard parent.hasPrefix(good) else {
            throw Failure(
                .harness,
                "\(one) is no ancestor of \(other) by first parents: give a --good of the main line, such as "
                    + String(parent.prefix(10)))
        }
        return found
    }

    /// Returns the message of a commit in one line.
    func subject(of commit: String) async throws -> String {
        let output = try await read(["log", "-1", "--format=%s", commit], purpose: "reading \(commit.prefix(10))")
        return String(output.prefix { !$0.isNewline }).onOneLine(upTo: 72)
    }

    /// Returns the difference of some files between two commits.
    func difference(from one: String, to other: String, of files: [String]) async throws -> String {
        let words = ["diff", "--no-color", "--no-ext-diff", one, other, "--"]
        return try await read(words + files, purpose: "comparing manifests")
    }

    /// Makes a checkout of a commit that shares the objects of this repository, which does not learn of it.
    ///
    /// - Parameter path: A new folder.
    func checkOut(_ commit: String, at path: String) async throws {
        // Hooks are programs of the user, which could change anything.
        let quiet = ["-c", "core.hooksPath=/dev/null", "-c", "advice.detachedHead=false"]
        _ = try await Self.git(
            quiet + ["clone", "--quiet", "--shared", "--no-checkout", "--", root, path], purpose: "cloning \(root)")
        _ = try await Self.git(
            quiet + ["-C", path, "checkout", "--quiet", "--detach", commit],
            purpose: "checking out \(commit.prefix(10))")
    }

    /// Returns the names of the tags of a repository at a URL or path.
    static func tags(of location: String) async throws -> [String] {
        // Not from the working directory, whose repository git would read first.
        let words = ["-C", "/", "ls-remote", "--tags", "--refs", "--", location]
        let output = try await git(words, purpose: "listing the tags of \(location)")
        return output.rows.compactMap { $0.fields().last.map { String($0.trimmingPrefix("refs/tags/")) } }
    }

    private func read(_ words: [String], purpose: String) async throws -> String {
        try await Self.git(["-C", root] + words, purpose: purpose)
    }

    private static func git(_ words: [String], purpose: String) async throws -> String {
        // Without the variables of a hook, which name another repository.
        let unset = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"].flatMap { ["-u", $0] }
        let command = Command(
            program: "env", arguments: unset + ["GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "git"] + words)
        return String(
            decoding: try await command.output(purpose: purpose, within: timeout, outputLimit: longestOutput),
            as: UTF8.self)
    }
}
