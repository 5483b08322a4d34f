internal import OutliveModel
internal import OutliveSupport

/// A limit of memory beyond which the kernel kills a process.
protocol MemoryLimit: Sendable {
    var bytes: Int { get }
    /// The words for what has the limit.
    var owner: String { get }
    /// The bytes in use that the kernel cannot drop, or `nil` if they cannot be read.
    var used: Int? { get }
}

/// The kernel's files in `/proc` and `/sys`, or a copy of them.
package struct SystemFiles: Sendable {
    private static let largest = 1 << 22
    /// The directory that takes the place of the root.
    private let root: String

    package init(root: String = "") { self.root = root }

    func text(_ path: String) -> String? { readText(root + path, upTo: Self.largest) }

    /// Returns the number in a file, or `nil` for a word such as `max`.
    func number(_ path: String) -> Int? { text(path)?.rows.first.flatMap { Int($0) } }

    /// Returns the numbers of lines such as `name 123` or `name: 123 kB`, without units.
    func table(_ path: String) -> [Substring: Int]? {
        text(path).map { text in
            let rows = text.rows.compactMap { row -> (Substring, Int)? in
                let fields = row.fields()
                guard fields.count > 1, let value = Int(fields[1]) else { return nil }
                return (fields[0].last == ":" ? fields[0].dropLast() : fields[0][...], value)
            }
            return Dictionary(rows) { first, _ in first }
        }
    }
}

/// The memory of the machine.
struct MachineMemory: MemoryLimit {
    let bytes: Int
    let owner = "the machine"
    private let files: SystemFiles

    /// - Throws: `Failure` if the kernel does not provide its size.
    init(_ files: SystemFiles) throws(Failure) {
        guard let total = files.table("/proc/meminfo")?["MemTotal"] else {
            throw Failure(.harness, "/proc/meminfo cannot be read: give a size with --at-memory")
        }
        (self.files, bytes) = (files, total * 1024)
    }

    var used: Int? {
        files.table("/proc/meminfo")?["MemAvailable"].map { bytes - $0 * 1024 }
    }
}
