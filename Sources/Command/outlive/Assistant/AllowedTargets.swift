internal import OutliveDriver
internal import OutliveInspect
internal import OutliveSupport

/// The files and processes that a client may ask about, as the command line gave them.
struct AllowedTargets: Sendable {
    enum Target: Hashable, Sendable {
        /// A file, by its path without links.
        case file(String)
        case process(Int32)
        /// The report of the last soak of this session.
        case soak
    }

    /// The reason why a target is refused, in a sentence for the client.
    struct Refusal: Error {
        var reason: String
    }

    /// The name of the report of the last soak.
    static let soak = "soak"

    /// The allowed files and folders, without links.
    let paths: [String]
    private let processes: [ProcessEntry]

    /// Resolves what was given.
    ///
    /// - Throws: `Refusal` with the first path or process that does not exist.
    init(paths: [String], processes: [Int32]) throws(Refusal) {
        var (resolved, entries): ([String], [ProcessEntry]) = ([], [])
        for path in paths {
            guard let real = realPath(path) else {
                throw Refusal(reason: "--allow \(path.onOneLine(upTo: 200)) does not exist: name a file or folder")
            }
            resolved.append(real)
        }
        for process in processes {
            guard let entry = ProcessEntry(process) else {
                throw Refusal(reason: "there is no process \(process): give one that runs to --process")
            }
            entries.append(entry)
        }
        (self.paths, self.processes) = (resolved, entries)
    }

    /// The targets in words, for the instructions of a client.
    var words: String {
        let all = paths + processes.map { "process \($0.processID)" }
        return all.isEmpty ? "none" : all.joined(separator: ", ").onOneLine(upTo: 600)
    }

    /// Returns the target of a question.
    ///
    /// - Parameters:
    ///   - name: A path, a process ID or `soak`; `nil` for the only one that is allowed.
    ///   - hasSoak: `true` if a soak has a report.
    /// - Throws: `Refusal` for everything that was not allowed at the start, also by a link.
    func target(_ name: String?, hasSoak: Bool = false) throws(Refusal) -> Target {
        guard let name else { return try onlyTarget(hasSoak: hasSoak) }
        if name == Self.soak {
            guard hasSoak else { throw Refusal(reason: "no soak has run in this session: call the tool soak first") }
            return .soak
        }
        if case .process(let number)? = InspectedTarget(name) {
            guard let entry = processes.first(where: { $0.processID == number }) else {
                throw Refusal(reason: "process \(number) was not allowed at the start: outlive mcp --process \(number)")
            }
            guard entry.runsStill else { throw Refusal(reason: "process \(number) has ended") }
            return .process(number)
        }
        // A path that leads elsewhere and one that does not exist get the same answer.
        guard let real = allowedPath(name) else {
            throw Refusal(
                reason: "'\(name.onOneLine(upTo: 200))' does not exist, or was not allowed at the start: allowed are "
                    + words)
        }
        return try file(real)
    }

    /// Returns the path without links of an allowed file, named by its path or relative to an allowed folder.
    private func allowedPath(_ name: String) -> String? {
        let below = name.isEmpty || name.hasPrefix("/") ? [] : paths.map { "\($0)/\(name)" }
        return ([name] + below).lazy.compactMap(realPath).first { real in
            paths.contains { real == $0 || real.hasPrefix($0 + "/") || $0 == "/" }
        }
    }

    /// Returns the target for an allowed path.
    ///
    /// - Throws: `Refusal` with names of files for a folder.
    private func file(_ real: String) throws(Refusal) -> Target {
        guard let newest = FolderFiles.newest(10, of: real) else { return .file(real) }
        guard !newest.isEmpty else { throw Refusal(reason: "this allowed folder has no files: write a report to it") }
        // Relative names could be ambiguous if several folders are allowed.
        let folder = paths.count > 1 ? real + "/" : String((real + "/").dropFirst(paths[0].utf8.count + 1))
        let names = newest.map { (folder + $0).onOneLine(upTo: 160) }
        throw Refusal(reason: "name one of: \(names.joined(separator: ", "))")
    }

    /// Opens an allowed file, whose path had no links when it was named.
    ///
    /// - Throws: `Refusal` if a link has taken the place of a part of the path since then; `SystemError` if the file
    ///   cannot be opened otherwise.
    static func open(_ path: String) throws -> RegularFile {
        do throws(SystemError) {
            return try RegularFile(withoutLinks: path)
        } catch {
            guard realPath(path) == path else { throw Refusal(reason: moved(path)) }
            throw error
        }
    }

    private static func moved(_ path: String) -> String {
        "\(path.onOneLine(upTo: 200)) is not what was allowed at the start any more: it was removed, or a link took its "
            + "place; start outlive mcp again"
    }

    private func onlyTarget(hasSoak: Bool) throws(Refusal) -> Target {
        if paths.count == 1, processes.isEmpty {
            guard realPath(paths[0]) == paths[0] else { throw Refusal(reason: Self.moved(paths[0])) }
            return try file(paths[0])
        }
        if paths.isEmpty, let process = processes.first, processes.count == 1 {
            return try target("\(process.processID)")
        }
        if paths.isEmpty, processes.isEmpty, hasSoak { return .soak }
        throw Refusal(reason: "name a target; allowed are \(words)")
    }
}
