internal import FoundationEssentials
internal import OutliveSupport

/// Files and folders that a program left in its temporary folder, or in another one that it shares with other programs.
///
/// Other programs write there as well, so an entry counts only if the process's user owns it, it changed since the
/// process started, and its name contains the number of the process.
struct LeftFiles {
    struct Entry: Hashable {
        var device: UInt64
        var inode: String
    }

    /// The maximum number of entries that are looked at; the folder may hold a whole tree of sources.
    static let mostEntries = 50_000
    private let processes: Set<pid_t>
    private let user: Int?
    private let birth: Int

    /// - Parameters:
    ///   - processes: the numbers of the processes of the program.
    ///   - user: the effective user; `nil` for none, to whom nothing belongs.
    ///   - birth: the start of the program, in seconds since 1970.
    init(of processes: Set<pid_t>, user: Int?, since birth: Int) {
        self.processes = processes
        self.user = user
        self.birth = birth
    }

    /// Returns the entries of the program in a folder, and in those inside of it that changed since it started.
    ///
    /// - Parameters:
    ///   - depth: the number of levels, from 1.
    ///   - limit: the maximum number of entries that are looked at.
    func entries(in folder: String, depth: Int, limit: Int = mostEntries) -> [Entry] {
        // Only the user's folders are entered: a large tree that nobody touched costs one look.
        Self.walk(folder, depth: depth, limit: limit) { facts in isRecent(facts) }
            .filter { name, facts in isRecent(facts) && isNamedByProcess(name) }.map { Entry($1) }
    }

    /// Returns all entries of a folder that belongs to the program, and of those inside of it.
    static func all(in folder: String) -> [Entry] {
        walk(folder, depth: 16, limit: mostEntries) { _ in true }.map { Entry($1) }
    }

    /// Returns `true` if the process's user owns an entry that changed since the start.
    private func isRecent(_ facts: stat) -> Bool {
        facts.st_uid == user.map { uid_t(truncatingIfNeeded: $0) } && facts.st_ctim.tv_sec >= birth
    }

    /// Looks at a whole level before the next one, so that a large tree hides nothing in the folders beside it.
    private static func walk(
        _ folder: String, depth: Int, limit: Int, entering: (stat) -> Bool
    ) -> [(name: String, facts: stat)] {
        var budget = limit
        var found: [(name: String, facts: stat)] = []
        var level = [folder]
        for _ in 0..<depth where !level.isEmpty {
            var next: [String] = []
            for folder in level where budget > 0 {
                let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
                for name in names.sorted() where budget > 0 && !isOfHarness(name) {
                    budget -= 1
                    var facts = stat()
                    guard lstat("\(folder)/\(name)", &facts) == 0 else { continue }
                    found.append((name, facts))
                    if facts.st_mode & S_IFMT == S_IFDIR, entering(facts) { next.append("\(folder)/\(name)") }
                }
            }
            level = next
        }
        return found
    }

    /// Returns `true` for the name of a private folder of a harness: see `PrivateDirectory`.
    private static func isOfHarness(_ name: String) -> Bool {
        name.hasPrefix("outlive-") && name.utf8.count == 14 && !name.dropFirst(8).contains { ".-_".contains($0) }
    }

    /// Returns `true` if one of the numbers in a name is that of a process: `upload-712.tmp`.
    private func isNamedByProcess(_ name: String) -> Bool {
        name.utf8.split { !(48...57).contains($0) }.contains { digits in
            pid_t(String(decoding: digits, as: UTF8.self)).map(processes.contains) == true
        }
    }
}

extension LeftFiles.Entry {
    fileprivate init(_ facts: stat) {
        self.init(device: UInt64(facts.st_dev), inode: "\(facts.st_ino)")
    }
}
