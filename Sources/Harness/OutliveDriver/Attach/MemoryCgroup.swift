internal import OutliveModel
internal import OutliveSupport

/// A memory cgroup with a limit, of version 1 or 2; see `cgroups(7)`.
struct MemoryCgroup: MemoryLimit {
    /// The names of the files of a version.
    private struct Names {
        let limit, usage: String
        /// The names, in `memory.stat`, of the pages of files, which the kernel drops before it kills.
        let droppable: [Substring]

        static let first = Names(
            limit: "memory.limit_in_bytes", usage: "memory.usage_in_bytes",
            droppable: ["total_inactive_file", "total_active_file"])
        static let second = Names(
            limit: "memory.max", usage: "memory.current", droppable: ["inactive_file", "active_file"])
    }

    let bytes: Int
    var owner: String { "the memory cgroup \(path)".onOneLine() }
    /// The path in the hierarchy.
    private let path: String
    private let directory: String
    private let names: Names
    private let files: SystemFiles

    var used: Int? {
        guard let usage = files.number("\(directory)/\(names.usage)"),
            let statistics = files.table("\(directory)/memory.stat")
        else { return nil }
        return names.droppable.reduce(usage) { max(0, $0 - (statistics[$1] ?? 0)) }
    }

    /// Returns the cgroup of a process and those around it, as far as they have a limit below a size.
    ///
    /// - Throws: `Failure` if the cgroup cannot be seen from here, or if this process is in one of them.
    static func limiting(_ processID: Int32, below size: Int, _ files: SystemFiles) throws(Failure) -> [MemoryCgroup] {
        let (process, own) = (membership(of: "\(processID)", files), membership(of: "self", files))
        guard let process else { return [] }
        guard let mount = Mount.of(process.version, files), var path = mount.path(inside: process.path) else {
            throw Failure(
                .harness,
                "the memory cgroup \(process.path) of process \(processID) cannot be seen from here: run outlive on the "
                    + "host or with its /sys/fs/cgroup and cgroup namespace, or give a size with --at-memory")
        }
        let names = process.version == .first ? Names.first : .second
        var found: [MemoryCgroup] = []
        while true {
            let directory = mount.point + (path == "/" ? "" : path)
            if let bytes = files.number("\(directory)/\(names.limit)"), bytes < size {
                found.append(
                    MemoryCgroup(
                        bytes: bytes, path: mount.name(of: path), directory: directory, names: names, files: files))
            }
            guard let slash = path.lastIndex(of: "/"), path != "/" else { break }
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
        if let own, own.version == process.version, let shared = found.first(where: { $0.contains(own.path) }) {
            throw Failure(
                .harness,
                "outlive runs in \(shared.owner) of process \(processID), whose limit a copy of the memory would "
                    + "exceed: start outlive outside of it, as with systemd-run or in a container of its own")
        }
        return found
    }

    private func contains(_ other: String) -> Bool { other == path || path == "/" || other.hasPrefix(path + "/") }
}

private enum CgroupVersion {
    case first, second
}

private struct Membership {
    let version: CgroupVersion
    let path: String
}

/// Returns the version and the path of the cgroup that accounts for the memory of a process; `nil` if there is none.
private func membership(of process: String, _ files: SystemFiles) -> Membership? {
    let rows = files.text("/proc/\(process)/cgroup")?.rows ?? []
    // `NUMBER:CONTROLLERS:PATH`, where the path may have colons.
    let parts = rows.map { $0.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false) }
    func member(_ version: CgroupVersion, where isMeant: (Substring) -> Bool) -> Membership? {
        parts.first { $0.count == 3 && $0[2].hasPrefix("/") && isMeant($0[1]) }.map {
            Membership(version: version, path: String($0[2]))
        }
    }
    return member(.first) { $0.split(separator: ",").contains("memory") } ?? member(.second) { $0.isEmpty }
}

/// The place where a hierarchy of cgroups is mounted.
private struct Mount {
    /// The cgroup that the mount point shows.
    let root: String
    let point: String

    /// Finds the mount of the memory controller of version 1, or of version 2.
    static func of(_ version: CgroupVersion, _ files: SystemFiles) -> Mount? {
        let rows = files.text("/proc/self/mountinfo")?.rows ?? []
        return rows.lazy.compactMap { row -> Mount? in
            // The number of optional fields varies; a hyphen ends them. See `proc_pid_mountinfo(5)`.
            let fields = row.fields()
            guard let hyphen = fields.firstIndex(of: "-"), hyphen >= 6, fields.count > hyphen + 3 else { return nil }
            let isOfVersion =
                switch version {
                case .first:
                    fields[hyphen + 1] == "cgroup" && fields[hyphen + 3].split(separator: ",").contains("memory")
                case .second: fields[hyphen + 1] == "cgroup2"
                }
            return isOfVersion ? Mount(root: unescaped(fields[3]), point: unescaped(fields[4])) : nil
        }.first
    }

    /// Returns the path of a cgroup below the mount point, or `nil` if it is outside.
    func path(inside path: String) -> String? {
        guard !path.split(separator: "/").contains("..") else { return nil }
        guard root != "/" else { return path }
        if path == root { return "/" }
        return path.hasPrefix(root + "/") ? String(path.dropFirst(root.count)) : nil
    }

    /// Returns the path in the hierarchy of a path below the mount point.
    func name(of path: String) -> String { root == "/" ? path : path == "/" ? root : root + path }
}

/// Replaces the octal escapes of spaces and other separators, such as `\040`.
private func unescaped(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
        let digits = rest.prefix(3)
        guard byte == UInt8(ascii: "\\"), digits.count == 3,
            let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
        else {
            bytes.append(byte)
            continue
        }
        bytes.append(value)
        rest = rest.dropFirst(3)
    }
    return String(decoding: bytes, as: UTF8.self)
}
