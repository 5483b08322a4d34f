internal import OutliveModel

/// The references of type `Task`, which can cancel a task but not resume it.
struct TaskHandles {
    private let snapshot: HeapSnapshot

    init(_ snapshot: HeapSnapshot) { self.snapshot = snapshot }

    func isHandle(_ edge: Int, from node: Int) -> Bool {
        guard let type = snapshot.types[Int(snapshot.nodes[node].type)].type, type.kind != .task else { return false }
        if let value = snapshot.value(ofEdge: edge), Self.isHandle(snapshot.types[Int(value.type)].type?.name ?? "") {
            return true
        }
        if Self.isHandle(snapshot.types[snapshot.contentType(ofNode: node)].type?.name ?? "") { return true }
        return Self.isHandle(snapshot.reference(edge, from: node).fieldType)
    }

    private static func isHandle(_ type: String) -> Bool {
        let name = TypeNames.withoutOptional(type)
        return ["Swift.Task<", "Swift.UnsafeCurrentTask"].contains(where: name.hasPrefix)
    }

    /// Returns `true` if a variable is a handle, by its demangled name, such as `App.poll : Swift.Task<(), Swift.Never>`.
    static func isHandle(variable: String) -> Bool {
        guard let colon = variable.firstRange(of: " : ") else { return false }
        return isHandle(String(variable[colon.upperBound...]))
    }
}
