internal import OutliveSupport

/// The live objects of a process by class, as Apple's `heap` prints them.
package struct HeapTable: Hashable, Sendable {
    package struct Row: Hashable, Sendable {
        package var count: Int
        package var bytes: Int
        /// The image that declares the class, or `nil` if it is not printed.
        package var binary: String?
    }

    package var process: String
    package private(set) var rows: [String: Row] = [:]

    package init(process: String) { self.process = process }

    package mutating func add(_ type: String, count: Int, bytes: Int, binary: String?) {
        let known = rows[type] ?? Row(count: 0, bytes: 0, binary: binary)
        rows[type] = Row(
            count: boundedSum(known.count, count), bytes: boundedSum(known.bytes, bytes), binary: binary)
    }
}

/// The functions that allocate, by the memory that is allocated in what they call.
package struct AllocatingFunctions: Hashable, Sendable {
    package struct Function: Hashable, Sendable {
        package var name: String
        package var image: String

        package init(name: String, image: String) { (self.name, self.image) = (name, image) }
    }

    private static let limit = 10_000
    private struct Amount: Hashable, Sendable {
        var count: Int
        var bytes: Int
    }
    private var amounts: [Function: Amount] = [:]

    package init() {}

    package var isEmpty: Bool { amounts.isEmpty }

    /// Adds a line of a tree; of a function in several places of it, the largest one counts.
    package mutating func add(_ function: Function, count: Int, bytes amount: Int) {
        guard amounts[function] != nil || amounts.count < Self.limit else { return }
        if amount >= amounts[function]?.bytes ?? 0 { amounts[function] = Amount(count: count, bytes: amount) }
    }

    /// Returns the functions of an image that allocate most, the largest first.
    package func largest(in image: String, _ limit: Int) -> [(name: String, count: Int, bytes: Int)] {
        amounts.filter { $0.key.image == image }.sorted {
            ($1.value.bytes, $0.key.name) < ($0.value.bytes, $1.key.name)
        }
        .prefix(limit).map { ($0.key.name, $0.value.count, $0.value.bytes) }
    }
}
