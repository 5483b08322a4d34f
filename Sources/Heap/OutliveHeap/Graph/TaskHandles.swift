internal import OutliveModel

/// The references of type `Task`, which can cancel a task but not resume it.
struct TaskHandles: Sendable {
    private let snapshot: HeapSnapshot
    private let references: EdgeReferences
    /// For each type, `true` if its instances are such references, and if they have a field that is one.
    private let isHandleType, hasHandleField: [Bool]

    init(_ snapshot: HeapSnapshot, _ references: EdgeReferences) {
        (self.snapshot, self.references) = (snapshot, references)
        isHandleType = snapshot.types.map { Self.isHandle($0.type?.name ?? "") }
        hasHandleField = snapshot.types.indices.map { type in
            snapshot.fields(ofType: type).contains { Self.isHandle($0.type) }
        }
    }

    func isHandle(_ edge: Int, from node: Int) -> Bool {
        guard let type = snapshot.type(ofNode: node), type.kind != .task else { return false }
        if let value = snapshot.value(ofEdge: edge), isHandleType[Int(value.type)] { return true }
        let content = snapshot.contentType(ofNode: node)
        if isHandleType[content] { return true }
        return hasHandleField[content] && Self.isHandle(references.reference(edge, from: node).fieldType)
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
