internal import OutliveSupport

struct Descriptor: Hashable {
    /// The kernel's name of the target: a path, or its kind and number, such as `pipe:[4711]`.
    var target: String
    /// The file type, such as `S_IFREG`.
    var type: mode_t
    /// For a socket, the kernel's table that lists it, or `nil` if unknown.
    var table: String?
}

extension Descriptor {
    /// Reads a descriptor of a process; `nil` if it was closed meanwhile.
    init?(_ number: Int, of files: ProcessFiles) {
        var status = stat()
        guard let target = files.target(of: "fd/\(number)"), stat(files.path("fd/\(number)"), &status) == 0 else {
            return nil
        }
        let type = status.st_mode & S_IFMT
        self.init(target: target, type: type, table: type == S_IFSOCK ? Self.table(ofSocket: number, of: files) : nil)
    }

    static func all(of files: ProcessFiles) -> [Descriptor]? {
        files.numbers(in: "fd")?.compactMap { Descriptor($0, of: files) }
    }

    var socketInode: UInt64? { Self.socketInode(of: target) }

    static func socketInode(of target: String) -> UInt64? {
        target.hasPrefix("socket:[") ? UInt64(target.dropFirst(8).dropLast()) : nil
    }

    /// Returns the kernel's table that lists a socket, such as `tcp6`, or `nil` if the kernel does not report it.
    ///
    /// The file system of sockets has an attribute with the protocol: `TCPv6`, `UNIX-STREAM`.
    private static func table(ofSocket number: Int, of files: ProcessFiles) -> String? {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            let path = files.path("fd/\(number)")
            guard let count = getxattr?(path, "system.sockprotoname", buffer.baseAddress, buffer.count), count > 0
            else { return nil }
            return String(decoding: buffer[..<count].prefix { $0 != 0 && $0 != UInt8(ascii: "-") }, as: UTF8.self)
                .lowercased().replacing("v6", with: "6")
        }
    }

    /// Returns the kind and target without numbers that differ between launches.
    func subject(_ restorer: PlaceholderRestorer) -> String {
        if let name = target.after("/memfd:") {
            return restorer.text("memfd \(name.replacing(" (deleted)", with: ""))")
        }
        if target.hasPrefix("/") { return "\(kindOfFile) \(restorer.text(target))" }
        if let name = target.after("anon_inode:")?.filter({ !"[]".contains($0) }) {
            return name == "eventpoll" ? "epoll" : name
        }
        // `pipe:[4711]`, `net:[4026531840]` and other targets that have only a number.
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
}

/// getxattr(2), whose header no Swift module imports.
let getxattr: AttributeReader? = try? DynamicLibrary.process.function("getxattr")
typealias AttributeReader =
    @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int
