internal import FoundationEssentials
package import OutliveDriver
package import OutliveModel
internal import OutliveSupport

/// The checkouts of revisions with their builds, in a private folder that later searches use again.
///
/// Each revision has a folder with its `source`, the `report.json` of its soak, and the file `built` if it was built.
package struct RevisionBuilds: Sendable {
    /// A function that reads a stored report.
    package typealias Reader = @Sendable (_ path: String) throws -> Report
    private static let longestMark = 1 << 16

    package let path: String
    private let folder: OwnFolder
    private let repository: GitRepository
    private let build: Command
    private let soak: Command
    private let readReport: Reader

    /// Opens the folder of a repository, or makes it.
    ///
    /// - Parameters:
    ///   - cache: The folder for caches, or `nil` for the user's own.
    ///   - build: The command that builds, run in the checkout.
    ///   - soak: The command that soaks, run in the checkout; `--report json=FILE` is added.
    /// - Throws: `Failure` if the folder cannot be used.
    package init(
        of repository: GitRepository, cache: String? = nil, build: Command, soak: Command,
        readReport: @escaping Reader
    ) throws(Failure) {
        (self.repository, self.build, self.soak) = (repository, build, soak)
        self.readReport = readReport
        path = (cache ?? Self.cache) + "/outlive/bisect-" + fingerprint(of: [repository.root])
        do throws(SystemError) {
            try Self.makeFolders(path)
            folder = try OwnFolder(path: path)
        } catch {
            throw Failure(.harness, "\(error); set XDG_CACHE_HOME to a folder of your own")
        }
    }

    /// The folder for caches of this user.
    private static var cache: String {
        let environment = CurrentProcess.environment
        if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") { return cache }
        return (environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp") + "/.cache"
    }

    private static func makeFolders(_ path: String) throws(SystemError) {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/\(part)"
            guard mkdir(made, 0o700) == 0 || errno == EEXIST else {
                throw SystemError("\(made) cannot be made: \(systemError())")
            }
        }
    }

    /// Checks out, builds and soaks a commit, unless its build was kept.
    ///
    /// - Parameters:
    ///   - name: The name of its folder.
    ///   - preparation: Commands between the checkout and the build, run in the checkout.
    /// - Throws: `Failure` if it cannot be checked out; `CancellationError`.
    func measure(_ commit: String, as name: String, preparation: [Command] = []) async throws -> MeasuredRevision {
        let (place, source) = ("\(path)/\(name)", "\(path)/\(name)/source")
        if !pathExists(source) { try await checkOut(commit, as: name) }
        let mark = (preparation + [build]).map { "\($0)\n" }.joined()
        let kept: OwnFolder
        do throws(SystemError) { kept = try OwnFolder(path: place) } catch { throw Failure(.harness, "\(error)") }
        let isBuilt = (try? kept.bytes(of: "built", upTo: Self.longestMark)) == Array(mark.utf8)
        if !isBuilt {
            kept.remove("built")
            for command in preparation + [build] {
                let run = try await command.run(in: source)
                guard run.status == 0 else {
                    return MeasuredRevision(.skipped(reason: "'\(command)' \(run.failure)"))
                }
            }
            do throws(SystemError) { try kept.store(Array(mark.utf8), as: "built") } catch {
                throw Failure(.harness, "\(error)")
            }
        }
        kept.remove("report.json")
        let report = "\(place)/report.json"
        var command = soak
        command.arguments += ["--report", "json=\(report)"]
        let run = try await command.run(in: source)
        // 0 clean, 1 not clean; a failed soak says nothing about the cause.
        guard let status = run.status, (0...1).contains(status) else {
            return MeasuredRevision(.skipped(reason: "the soak \(run.failure)"), isReused: isBuilt)
        }
        return MeasuredRevision(.report(try readReport(report), path: report), isReused: isBuilt)
    }

    /// Makes the folder of a revision with its checkout, complete or not at all.
    private func checkOut(_ commit: String, as name: String) async throws {
        let part = "\(path)/\(name).part"
        try? FileManager.default.removeItem(atPath: part)
        try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
        guard mkdir(part, 0o700) == 0 else {
            throw Failure(.harness, "\(part) cannot be made: \(systemError()); remove \(path)")
        }
        do {
            try await repository.checkOut(commit, at: part + "/source")
        } catch {
            try? FileManager.default.removeItem(atPath: part)
            throw error
        }
        guard rename(part, "\(path)/\(name)") == 0 else {
            throw Failure(.harness, "\(path)/\(name) cannot be made: \(systemError()); remove \(path)")
        }
    }
}

extension CommandRun {
    /// The end of a run that failed: `exited with 1: error: ...`, with the last error that it printed.
    fileprivate var failure: String {
        let lines = output.rows.map { $0.onOneLine(upTo: 200) }.filter { !$0.allSatisfy(\.isWhitespace) }
        let line = lines.first { $0.contains("error:") } ?? lines.last
        return ending + (line.map { ": \($0)" } ?? "")
    }
}
