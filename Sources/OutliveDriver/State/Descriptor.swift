internal import Glibc

/// What an open descriptor refers to.
struct Descriptor: Hashable {
    /// What the kernel says of it: a path, or what it is where it has none, such as `pipe:[4711]`.
    var target: String
    /// The type of file: `S_IFREG` and the like.
    var type: mode_t

    /// Makes a descriptor of what is known.
    init(target: String, type: mode_t) {
        self.target = target
        self.type = type
    }

    /// Reads a descriptor of a process; nil when it was closed meanwhile.
    init?(_ number: Int, of files: ProcessFiles) {
        var status = stat()
        guard let target = files.target(of: "fd/\(number)"), stat(files.path("fd/\(number)"), &status) == 0 else {
            return nil
        }
        self.init(target: target, type: status.st_mode & S_IFMT)
    }

    /// Reads all the descriptors of a process.
    static func all(of files: ProcessFiles) -> [Descriptor]? {
        files.numbers(in: "fd")?.compactMap { Descriptor($0, of: files) }
    }

    /// The inode of a socket; nil for anything else.
    var socketInode: UInt64? {
        target.hasPrefix("socket:[") ? UInt64(target.dropFirst(8).dropLast()) : nil
    }

    /// Kind and target, without numbers that differ from launch to launch.
    func subject(_ restorer: PlaceholderRestorer) -> String {
        if let name = target.after("/memfd:") {
            return restorer.text("memfd \(name.replacing(" (deleted)", with: ""))")
        }
        if target.hasPrefix("/") { return "\(kindOfFile) \(restorer.text(target))" }
        if let name = target.after("anon_inode:") { return Self.name(ofAnonymous: name) }
        // `pipe:[4711]`, `net:[4026531840]` and whatever else has only a number.
        return String(target.prefix { $0 != ":" })
    }

    private var kindOfFile: String {
        switch type {
        case S_IFDIR: "directory"
        case S_IFCHR, S_IFBLK: "device"
        case S_IFIFO: "fifo"
        case S_IFSOCK: "socket"
        default: "file"
        }
    }

    private static func name(ofAnonymous name: String) -> String {
        let name = name.trimming("[", "]")
        return name == "eventpoll" ? "epoll" : name
    }
}

extension String {
    fileprivate func trimming(_ prefix: String, _ suffix: String) -> String {
        hasPrefix(prefix) && hasSuffix(suffix) ? String(dropFirst(prefix.count).dropLast(suffix.count)) : self
    }
}
