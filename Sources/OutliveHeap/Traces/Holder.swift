internal import OutliveModel

/// A holder on the way to a node, with what is known of it, before it is put into words.
struct Holder: Hashable, Sendable {
    /// Who wrote what it is.
    enum Author: Hashable, Sendable {
        case program
        /// A library that is not what the program's author wrote: the toolchain's, or a package it depends on.
        case library
        /// Nobody who is known: raw blocks, roots without a name.
        case nobody
    }

    /// What it is.
    var kind: TraceStep.Kind
    /// Its name in a step.
    var name: String
    var author: Author
    /// Its type's full name, as the runtime spells it; of a root the variable's.
    var typeName = ""
    /// Its index in the snapshot's nodes; nil of a root, and of a closure that has no context of its own.
    var node: Int?
    /// `true` for an object that inherits from `ManagedBuffer`.
    var isBuffer = false
    /// Whether it is not meant to live.
    var isDying = false
    /// Whether the thread, the address or the number of captures is in its name, which the fingerprint leaves out.
    var hasVolatileName = false
    /// Whether it is the stack of the main thread.
    var isMainThread = false
    /// Of closures and tasks the function that they are in; of library closures the library's.
    var code: CodeName?
    /// Of a task the functions that it goes on with, innermost first.
    var awaiting: [CodeName] = []
    /// Of a task how far it is; nil where that was not recorded.
    var task: HeapSnapshot.TaskRecord?
    /// Whether it is a task that waits for a continuation to which nothing leads.
    var isAbandoned = false
    /// Whether a task waits for an element of a stream that nobody finishes.
    var isAwaitingStream: Bool {
        guard let awaiting = awaiting.first, awaiting.module == "Swift" || awaiting.module == "_Concurrency" else { return false }
        return ["AsyncStream", "AsyncThrowingStream"].contains { awaiting.publicFunction.hasPrefix("\($0).") }
    }
    /// Whether it is a task of a library's that has not begun, as that of a sleep; others may lead to anything by words
    /// of their frames that nothing uses any more.
    var isSleep: Bool {
        guard kind == .task, author != .program else { return false }
        return task.map { $0.state == .suspended && $0.awaited == .none } ?? true
    }
    /// Whether it only adapts another closure, which it holds.
    var isThunk = false
    /// The functions that it was allocated in, innermost first, without those that only pass on the request for memory.
    var makers: [String] = []
    /// How it holds the next one.
    var reference = Reference()
    /// What is cut when this reference is.
    var cut = CutCheck.Cut()
    /// Of what stands for several holders of a library the last property of theirs with a name for others: `Thread.threadDictionary`.
    var libraryProperty: String?
    /// What it means, where it is a library's.
    var meaning: ObjectInspector?
    /// Whether it is an object or a variable of Swift's; the name of a variable of C has no type.
    var isSwift: Bool { kind != .global || typeName.contains(" : ") }
    /// Where a closure or task is.
    var location: SourceLine? { code?.location }
}

/// How a holder holds the next one.
struct Reference: Hashable, Sendable {
    /// A part of the way from a holder's start to the reference.
    enum Piece: Hashable, Sendable {
        /// A property, or one of a struct in it: `settings.owner`, `action.enabled`.
        case property(String)
        /// An element of an array.
        case element(Int)
        /// A value of a dictionary.
        case value
        /// A key of a dictionary.
        case key
        /// A member of a set.
        case member
    }

    /// The way, outermost first; empty where it is not known or says nothing.
    var pieces: [Piece] = []
    /// The type of the first property; empty where it is not known.
    var fieldType = ""
    /// The class that declares the first property, where that is not the holder's own.
    var declaringType = ""
    /// The type that declares the last property where that is an element's: `App.Tab` of `tabs[key].owner`.
    var elementType: String?
    /// That property.
    var elementProperty: String?
    /// Whether it is the last of several alike ones that follow each other.
    var isRun = false

    /// As it is written behind the holder's name: `.listeners[3]`, or `.next…` for a run; nil where there is nothing to write.
    var text: String? { isRun ? shape + "…" : text { "[\($0)]" } }

    /// As the fingerprint has it: without positions, and without how often it repeats.
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

    /// The property of the holder itself; nil where the reference is in none.
    var property: String? {
        guard case .property(let name) = pieces.first else { return nil }
        return String(name.prefix { $0 != "." })
    }

    /// The property of the innermost struct that is known.
    var innermost: String? {
        for piece in pieces.reversed() {
            if case .property(let name) = piece { return name.split(separator: ".").last.map(String.init) }
        }
        return nil
    }
}
