internal import OutliveModel

/// A holder on the path to a node, before it becomes a step of a trace.
struct Holder: Hashable, Sendable {
    /// The author of the holder's code.
    enum Author: Hashable, Sendable {
        case program
        /// The toolchain, or a package that the program depends on.
        case library
        /// An unknown author, as for raw blocks and roots without a name.
        case unknown
    }

    var kind: TraceStep.Kind
    var name: String
    var author: Author
    /// The full type name as the runtime spells it, or the name of the variable for a root.
    var typeName = ""
    /// The index in the snapshot's nodes, or `nil` for a root or a closure without a context of its own.
    var node: Int?
    /// `true` if the object inherits from `ManagedBuffer`.
    var isBuffer = false
    var isLeaking = false
    /// `true` if the name contains a thread, an address or a number of captures, which the fingerprint omits.
    var hasVolatileName = false
    /// `true` if the holder is the stack of the main thread.
    var isMainThread = false
    /// The enclosing function of a closure or task, possibly in a library.
    var code: CodeName?
    /// The asynchronous backtrace of a task, innermost function first.
    var awaiting: [CodeName] = []
    var task: HeapSnapshot.TaskRecord?
    /// `true` if the holder is a task that waits for a continuation to which no reference exists.
    var isAbandoned = false
    /// `true` if the holder is a closure that only adapts the next one.
    var isThunk = false
    /// The functions that allocated the node, innermost first, without allocators and thunks.
    var makers: [String] = []
    /// The reference to the next holder.
    var reference = Reference()
    /// The references to cut together with this one.
    var cut = CutCheck.Cut()
    /// The last public property of an object that does not leak, in a run of library holders that this one represents:
    /// `Thread.threadDictionary`.
    var libraryProperty: String?
    /// The object inspector that describes the library object.
    var inspector: ObjectInspector?

    /// `true` if the holder is a Swift object or variable; the name of a C variable has no type.
    var isSwift: Bool { kind != .global || typeName.contains(" : ") }
    /// Returns `true` if a property or variable refers to the next holder directly, rather than through a collection.
    func stores(onlyObject next: Holder) -> Bool {
        reference.isOfSingleObject && reference.pieces.count == 1 && !reference.isRun && next.kind == .object
            && TypeNames.withoutOptional(reference.fieldType) == next.typeName
    }

    /// `true` if the holder is a library object that only stores elements or the state of a value, such as a subclass of
    /// `ManagedBuffer`.
    var isStorage: Bool {
        kind == .object && author == .library && (isBuffer || Self.storages.contains(TypeNames.base(typeName)))
    }
    /// The types in which the standard library and well-known packages store the elements of collections.
    private static let storages: Set<String> = [
        "ManagedBuffer", "_ContiguousArrayStorage", "_DequeBuffer", "_DictionaryStorage", "_HeapStorage", "_SetStorage",
        "__ContiguousArrayStorageBase", "LockStorage", "LockedBuffer", "Storage", "_Box", "_Buffer", "_Storage",
    ]

    /// The source location of a closure or task.
    var location: SourceLine? { code?.location }
    /// `true` if the task waits for the next element of a stream that is not finished.
    var isAwaitingStream: Bool {
        guard let function = awaiting.first, function.isOfConcurrency else { return false }
        return ["AsyncStream.", "AsyncThrowingStream."].contains(where: function.publicFunction.hasPrefix)
    }
    /// `true` if the holder is a task of a library that has not started, such as a sleep's.
    ///
    /// Frames of other library tasks can contain stale words that lead to anything.
    var isSleep: Bool {
        guard kind == .task, author != .program else { return false }
        return task.map { $0.state == .suspended && $0.awaited == .none } ?? true
    }

    var step: TraceStep {
        TraceStep(
            kind: kind, name: name.isEmpty ? typeName : name, edge: edge,
            location: kind == .closure || kind == .task ? location : nil)
    }

    private var edge: String? {
        // Internal waits of libraries do not reveal the event that the task waits for.
        guard let function = awaiting.first, function.function != code?.function,
            !function.function.hasPrefix("withUnsafe")
        else { return reference.text }
        return ", awaiting \(function.publicFunction)"
    }
}
