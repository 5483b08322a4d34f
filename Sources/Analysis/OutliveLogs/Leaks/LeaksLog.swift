package import OutliveModel

/// What a file with the output of Apple's `leaks` contains.
package struct LeaksLog: Sendable {
    /// What is kept of a file at most. More is counted, and left out.
    package enum Limits {
        package static let blocks = 1_000_000
        static let references = 4_000_000
        /// The bytes of all names of types and references.
        static let text = 64 << 20
        /// The bytes of one name.
        static let name = 4096
        static let frames = 4_000_000
        static let processes = 100_000
    }

    /// The processes with output, in the order of the file.
    package internal(set) var processes: [LeakedBlocks] = []
    /// The tables of `heap`, in the order of the file.
    package internal(set) var tables: [HeapTable] = []
    /// The functions in call trees of `malloc_history`.
    package internal(set) var callers = AllocatingFunctions()
    /// The number of lines that are no output of `leaks`, or were not understood.
    package private(set) var otherLines = 0
    /// The first of these lines.
    package private(set) var examples: [String] = []
    /// The number of blocks, references and stacks beyond the limits.
    package internal(set) var omitted = 0
    /// The names of all processes, of those without leaks as well.
    package internal(set) var programs: Set<String> = []

    mutating func addOther(_ line: UnsafeRawBufferPointer) {
        otherLines += 1
        if examples.count < 3 { examples.append(String(decoding: line.prefix(200), as: UTF8.self)) }
    }
}
