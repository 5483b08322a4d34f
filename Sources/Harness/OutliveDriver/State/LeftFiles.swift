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
    static let maximumEntries = 50_000
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

    /// Returns the entries of the program in a folder, and in those inside of it.
    ///
    /// - Parameters:
    ///   - depth: the number of levels, from 1.
    ///   - limit: the maximum number of entries that are looked at.
    /// - Complexity: linear in the number of entries; only entries with the number of a process are examined.
    func entries(in folder: String, depth: Int, limit: Int = maximumEntries) -> [Entry] {
        var found: [Entry] = []
        Self.walk(folder, depth: depth, limit: limit) { name, examine in
            guard isNamedByProcess(name), let facts = examine(), isRecent(facts) else { return }
            found.append(Entry(facts))
        }
        return found
    }

    /// Returns all entries of a folder that belongs to the program, and of those inside of it.
    static func all(in folder: String) -> [Entry] {
        var found: [Entry] = []
        walk(folder, depth: 16, limit: maximumEntries) { _, examine in
            if let facts = examine() { found.append(Entry(facts)) }
        }
        return found
    }

    /// Returns `true` if the process's user owns an entry that changed since the start.
    private func isRecent(_ facts: stat) -> Bool {
        facts.st_uid == user.map { uid_t(truncatingIfNeeded: $0) } && facts.changeTime >= birth
    }

    /// Looks at a whole level before the next one, so that a large tree hides nothing in the folders beside it.
    ///
    /// - Parameter visit: receives the name of each entry, which is not copied because most are of no interest, and a
    ///   function that reads its facts, without following a link.
    private static func walk(
        _ folder: String, depth: Int, limit: Int, visit: (_ name: UnsafePointer<CChar>, _ examine: () -> stat?) -> Void
    ) {
        var budget = limit
        var level = [folder]
        for _ in 0..<depth where !level.isEmpty {
            var next: [String] = []
            for folder in level where budget > 0 {
                guard let stream = opendir(folder) else { continue }
                defer { closedir(stream) }
                while budget > 0, let entry = readdir(stream) {
                    let offset = MemoryLayout<dirent>.offset(of: \.d_name)!
                    let name = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
                    guard strcmp(name, ".") != 0, strcmp(name, "..") != 0, !isOfHarness(name) else { continue }
                    budget -= 1
                    visit(name) { facts(of: name, in: stream) }
                    guard isFolder(entry.pointee.d_type, name, in: stream) else { continue }
                    next.append("\(folder)/\(String(cString: name))")
                }
            }
            level = next
        }
    }

    /// Returns `true` for a folder; some file systems do not say what an entry is.
    private static func isFolder(_ type: UInt8, _ name: UnsafePointer<CChar>, in stream: OpaquePointer) -> Bool {
        if Int(type) != DT_UNKNOWN { return Int(type) == DT_DIR }
        return facts(of: name, in: stream).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
    }

    private static func facts(of name: UnsafePointer<CChar>, in stream: OpaquePointer) -> stat? {
        var facts = stat()
        return fstatat(dirfd(stream), name, &facts, AT_SYMLINK_NOFOLLOW) == 0 ? facts : nil
    }

    /// Returns `true` for the name of a private folder of a harness: see `PrivateDirectory`.
    private static func isOfHarness(_ name: UnsafePointer<CChar>) -> Bool {
        let prefix = PrivateDirectory.namePrefix
        guard strncmp(name, prefix, prefix.utf8.count) == 0, strlen(name) == prefix.utf8.count + 6 else { return false }
        return strpbrk(name + prefix.utf8.count, ".-_") == nil
    }

    /// Returns `true` if one of the numbers in a name is the ID of a process: `upload-712.tmp`.
    private func isNamedByProcess(_ name: UnsafePointer<CChar>) -> Bool {
        var next = name
        while true {
            next += strcspn(next, "0123456789")
            guard next.pointee != 0 else { return false }
            var end: UnsafeMutablePointer<CChar>?
            let number = strtol(next, &end, 10)
            if pid_t(exactly: number).map(processes.contains) == true { return true }
            next = UnsafePointer(end!)
        }
    }
}

extension LeftFiles.Entry {
    fileprivate init(_ facts: stat) {
        self.init(device: UInt64(facts.st_dev), inode: "\(facts.st_ino)")
    }
}
