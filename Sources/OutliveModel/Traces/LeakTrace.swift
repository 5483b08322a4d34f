/// What keeps survivors alive: the path from a root to one, the cycle through it, or that nothing in the heap does.
///
/// It says nothing of addresses, so that the same leak reads the same in every run.
public struct LeakTrace: Codable, Hashable, Sendable {
    /// What keeps them alive.
    public enum Shape: String, Codable, Hashable, Sendable, CaseIterable {
        /// References from a root to the survivor.
        case path
        /// References from the survivor back to itself; no root leads to it.
        case cycle
        /// No reference was found: it was retained once too often, or is held only in a register or on a stack that was
        /// not looked at.
        case unheld
    }

    /// What keeps them alive.
    public var shape: Shape
    /// The holders, outermost first; the survivor is the last one.
    ///
    /// In a cycle it is the first one as well, and stands there with the edge that leads away from it.
    public var steps: [TraceStep]
    /// The reference to cut, where one can be named.
    public var culprit: Culprit?
    /// How many survivors are kept in this way.
    public var objects: Int
    /// A stable hash of the survivor's type and the path: the same on other machines, in other runs, and when lines move.
    public var fingerprint: String

    /// Makes a trace.
    public init(
        shape: Shape, steps: [TraceStep], culprit: Culprit? = nil, objects: Int = 1, fingerprint: String = ""
    ) {
        self.shape = shape
        self.steps = steps
        self.culprit = culprit
        self.objects = objects
        self.fingerprint = fingerprint
    }
}

/// One holder on the way to a survivor, and how it holds the next one.
public struct TraceStep: Codable, Hashable, Sendable {
    /// What a holder is.
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// A global or static variable.
        case global
        /// The stack of a thread.
        case stack
        /// A thread-local variable.
        case threadLocal
        /// Memory outside of the heap that belongs to nobody who is known, as C code maps it.
        case memory
        /// A task.
        case task
        /// An object of the program's, or of a library's that has no meaning of its own here.
        case object
        /// What a closure captured.
        case closure
        /// A captured variable, or the payload of an indirect case.
        case box
        /// Parts of a library that are told in one as what they mean: a run loop's timer, an observer, a dispatch source.
        case library
        /// A block that malloc gave to C code, or to Swift code that manages memory by hand.
        case block
    }

    /// What it is.
    public var kind: Kind
    /// Its name without modules: `static App.shared`, `Session`, `closure in Feed.start`, `Task in Poller.run`,
    /// `NotificationCenter.default`, `main thread`.
    public var name: String
    /// How it holds the next one, as it is written behind the name: `.onEvent`, `.listeners[3]`, `[key]`, `.some`; nil
    /// where that is not known or says nothing, and of the last step.
    public var edge: String?
    /// The file and line of a closure or of the function that made it, where they are known.
    public var location: SourceLine?

    /// Makes a step.
    public init(kind: Kind, name: String, edge: String? = nil, location: SourceLine? = nil) {
        self.kind = kind
        self.name = name
        self.edge = edge
        self.location = location
    }
}

extension TraceStep: CustomStringConvertible {
    /// The step in a line: `Session.onEvent`, `closure in Feed.start (Feed.swift:42)`.
    public var description: String {
        name + (edge ?? "") + (location.map { " (\($0))" } ?? "")
    }
}

extension LeakTrace: CustomStringConvertible {
    /// The trace in a line: `static App.shared -> Session.onEvent -> closure in Feed.start (Feed.swift:42) -> ViewModel`.
    public var description: String { steps.map(\.description).joined(separator: " -> ") }
}

/// A line of the source.
public struct SourceLine: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The file as the debug information names it.
    public var file: String
    /// The line, counted from 1.
    public var line: Int

    /// Makes a location.
    public init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    /// The file's last component and the line: `Feed.swift:42`.
    public var description: String { "\(file.split(separator: "/").last ?? ""):\(line)" }
}
