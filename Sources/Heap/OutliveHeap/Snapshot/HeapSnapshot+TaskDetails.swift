internal import OutliveModel
internal import OutliveSupport

extension HeapSnapshot {
    /// What the memory of a task contains beside its state.
    package struct TaskDetails: Hashable, Sendable {
        /// The address of the task.
        package var address: UInt64
        /// The name given at creation; empty if there is none.
        package var name: String
        /// The number of the priority, as in `TaskPriority.rawValue`.
        package var priority: UInt32
        /// The address of the group of a group's child, or 0.
        package var group: UInt64
        /// The address of the parent, or 0.
        package var parent: UInt64
        /// The index in `types` of the type of the result, or `nil` if it is unknown.
        package var result: UInt32?
        /// The indices in `types` of the types of the task-local values, innermost first.
        package var locals: [UInt32]
    }

    /// Reads the details of all tasks.
    static func details(in file: SnapshotReader) throws(HeapSnapshotError) -> [TaskDetails] {
        let names = try file.items(.taskNames) { item throws(HeapSnapshotError) in item.byte(0) }
        let locals = try file.items(.taskLocals) { item throws(HeapSnapshotError) in
            try item.index(0, in: .types, "type")
        }
        return try file.items(.taskDetails) { item throws(HeapSnapshotError) in
            let name = try item.range(40, in: .taskNames, "bytes of a name", upTo: 256)
            let range = try item.range(48, in: .taskLocals, "task-local values", upTo: 64)
            let result = try item.index(36, in: .types, "type", isOptional: true)
            let text = String(decoding: names[Int(name.first)..<Int(name.first) + Int(name.count)], as: UTF8.self)
                .withoutLongRunsOfMarks
            return TaskDetails(
                address: item.longWord(0), name: text, priority: item.word(32), group: item.longWord(16),
                parent: item.longWord(24),
                result: result == none ? nil : result,
                locals: Array(locals[Int(range.first)..<Int(range.first) + Int(range.count)]))
        }
    }

    /// Returns the offset in its target of the address that a root contains; 0 for most references.
    func inside(ofRoot index: Int) -> UInt64 {
        Self.item(in: insides, at: ReferenceDetail.order(UInt32(index), isOfRoot: true), \.order)?.value ?? 0
    }
}
