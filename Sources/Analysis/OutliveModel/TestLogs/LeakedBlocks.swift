internal import OutliveSupport

/// The leaked blocks of a process, as Apple's `leaks` prints them.
package struct LeakedBlocks: Hashable, Sendable {
    /// A leaked block, or several of one group.
    package struct Block: Hashable, Sendable {
        /// The index in `texts` of the type, or of an empty text if it is unknown.
        package var type: Int32
        /// The index in `stacks`, or -1.
        package var stack: Int32
        /// The number of blocks; 1, except in output that is grouped by type.
        package var count: Int32
        /// `true` if nothing else that leaks leads to the block.
        package var isRoot: Bool
        /// The index in `texts` of the references and types from a root back to itself; 0 if it is in no cycle.
        package var cycle: Int32 = 0
        /// The size of each block, in bytes.
        package var bytes: Int

        /// The bytes of all blocks of the group.
        package var allBytes: Int {
            let (product, isTooLarge) = bytes.multipliedReportingOverflow(by: Int(count))
            return isTooLarge ? .max : product
        }

        package init(type: Int32, stack: Int32, count: Int32, isRoot: Bool, bytes: Int) {
            (self.type, self.stack, self.count) = (type, stack, count)
            (self.isRoot, self.bytes) = (isRoot, bytes)
        }
    }

    /// A reference from one leaked block to another.
    package struct Reference: Hashable, Sendable {
        /// The indices in `blocks`.
        package var (source, target): (Int32, Int32)
        /// The index in `texts` of the name, which is empty if it is unknown.
        package var name: Int32

        package init(source: Int32, target: Int32, name: Int32) {
            (self.source, self.target, self.name) = (source, target, name)
        }
    }

    /// The name of the process, or an empty text if it is unknown.
    package var process = ""
    package var processID: Int?
    /// The version of the operating system, such as `iPhone OS 17.5 (21F79)`; empty if it is unknown.
    package var system = ""
    /// The number of leaks and their bytes as the output states them, or `nil` without such a line.
    package var stated: (leaks: Int, bytes: Int)? {
        get { statedLeaks.map { ($0, statedBytes) } }
        set { (statedLeaks, statedBytes) = (newValue?.leaks, newValue?.bytes ?? 0) }
    }
    private var statedLeaks: Int?
    private var statedBytes = 0
    /// The distinct names of types and references; the first one is empty.
    package var texts = [""]
    package var blocks: [Block] = []
    package var references: [Reference] = []
    /// The allocation stacks, innermost frame first.
    package var stacks: [[Frame]] = []

    package init() {}

    /// The number of blocks that were read.
    package var count: Int { blocks.reduce(0) { boundedSum($0, Int($1.count)) } }

    /// The bytes of the blocks that were read.
    package var bytes: Int { blocks.reduce(0) { boundedSum($0, $1.allBytes) } }

    /// `true` if the output states more leaks than it lists: it was cut, or a limit was reached.
    package var isPartial: Bool { statedLeaks.map { $0 > count } ?? false }
}
