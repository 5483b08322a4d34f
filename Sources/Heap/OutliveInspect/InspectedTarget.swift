internal import OutliveSupport

/// The subject of an inspection from outside.
package enum InspectedTarget: Hashable, Sendable {
    /// A process, by its ID.
    case process(Int32)
    /// The core file of one.
    case core(path: String)

    /// Parses a target: digits alone are a process ID, anything else is a path.
    ///
    /// `./123` is a file.
    ///
    /// - Returns: `nil` for a number that is not a process ID, and for an empty text.
    package init?(_ text: String) {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty else { return nil }
        if digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {
            guard let number = Int32(text), number > 0 else { return nil }
            self = .process(number)
        } else {
            self = .core(path: text)
        }
    }

    /// The target as it was given.
    package var name: String {
        switch self {
        case .process(let processID): "\(processID)"
        case .core(let path): path
        }
    }
}

/// The facts that `/proc` shows of a process; see `proc(5)`.
struct ProcessFacts: Hashable, Sendable {
    /// The name of the program, cut to 15 characters by the kernel.
    var name: String?
    /// The path of the executable.
    var executable: String?
    /// The effective user.
    var user: UInt32?
    /// The process that traces it.
    var tracer: Int32?
    /// `true` if a filter of system calls is installed.
    var isFiltered = false
    /// The effective capabilities, a bit for each.
    var capabilities: UInt64 = 0
}

extension ProcessFacts {
    /// Reads what is visible.
    ///
    /// - Parameter process: the name of its folder in `/proc`: a number, or `self`.
    init(of process: String) {
        self.init(status: readText("/proc/\(process)/status") ?? "")
        executable = Self.target(of: "/proc/\(process)/exe")
    }

    /// Takes the facts from the text of `status`.
    init(status text: String) {
        let status = StatusFile(text)
        name = status.name
        // The real user precedes the effective one.
        let users = status["Uid"]?.split(separator: " ") ?? []
        user = users.count > 1 ? UInt32(users[1]) : nil
        tracer = status["TracerPid"].flatMap { Int32($0) }.flatMap { $0 > 0 ? $0 : nil }
        isFiltered = !["", "0"].contains(status["Seccomp"] ?? "")
        capabilities = status["CapEff"].flatMap { UInt64($0, radix: 16) } ?? 0
    }

    private static func target(of link: String) -> String? {
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            buffer.withMemoryRebound(to: CChar.self) { count = max(readlink(link, $0.baseAddress!, $0.count), 0) }
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
