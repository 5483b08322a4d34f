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

    /// The source location of a closure or task.
    var location: SourceLine? { code?.location }
    /// `true` if the task waits for the next element of a stream that is not finished.
    var isAwaitingStream: Bool {
        guard let function = awaiting.first, ["Swift", "_Concurrency"].contains(function.module) else { return false }
        return ["AsyncStream.", "AsyncThrowingStream."].contains(where: function.publicFunction.hasPrefix)
    }
    /// `true` if the holder is a task of a library that has not started, such as that of a sleep.
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

/// The reference from a holder to the next one.
struct Reference: Hashable, Sendable {
    /// A component of the place of a reference in its holder.
    enum Piece: Hashable, Sendable {
        /// A property, or a nested one of a struct: `settings.owner`, `action.enabled`.
        case property(String)
        case element(Int)
        /// A value of a dictionary.
        case value
        /// A key of a dictionary.
        case key
        /// A member of a set.
        case member
    }

    /// The place in the holder, outermost component first; empty if it is unknown or irrelevant.
    var pieces: [Piece] = []
    /// The type of the first property, or an empty string if it is unknown.
    var fieldType = ""
    /// The class that declares the first property if it is not the holder's own.
    var declaringType = ""
    /// The type that declares the last property if that belongs to an element: `App.Tab` for `tabs[key].owner`.
    var elementType: String?
    /// The last property if it belongs to an element.
    var elementProperty: String?
    /// `true` if the reference stands for a repeating run.
    var isRun = false

    /// The text after the holder's name, such as `.listeners[3]`, or `.next…` for a run; `nil` if there is none.
    var text: String? { isRun ? shape + "…" : text { "[\($0)]" } }

    /// The text without positions and repetitions, for the fingerprint.
    var shape: String { text { _ in "[]" } ?? "" }

    private func text(element: (Int) -> String) -> String? {
        guard !pieces.isEmpty else { return nil }
        return pieces.map { piece in
            switch piece {
            case .property(let name): ".\(name)"
            case .element(let index): element(index)
            case .value: "[key]"
            case .key: "[key].key"
            case .member: "[member]"
            }
        }.joined()
    }

    /// The property of the holder itself, or `nil` if the reference is in none.
    var property: String? {
        guard case .property(let name) = pieces.first else { return nil }
        return String(name.prefix { $0 != "." })
    }

    /// `true` if no collection is on the way: the property refers to one object.
    var isOfSingleObject: Bool {
        pieces.allSatisfy { if case .property = $0 { true } else { false } }
    }

    /// The property of the innermost known struct.
    var innermost: String? {
        for case .property(let name) in pieces.reversed() { return name.split(separator: ".").last.map(String.init) }
        return nil
    }
}
