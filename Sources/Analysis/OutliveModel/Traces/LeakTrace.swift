/// The evidence of what keeps survivors alive: a path from a root, a reference cycle, or the absence of references.
///
/// It contains no addresses, so that the same leak reads the same in every run.
package struct LeakTrace: Codable, Hashable, Sendable {
    package enum Shape: String, Codable, Hashable, Sendable, CaseIterable {
        /// A path of references from a root to the survivor.
        case path
        /// A reference cycle through the survivor that no root leads to.
        case cycle
        /// No reference was found: an extra retain, or a reference in a register or on a stack that was not scanned.
        case unheld
    }

    package var shape: Shape
    /// The holders, outermost first; the survivor is the last one.
    ///
    /// In a cycle the survivor is also the first step, with the reference that leads away from it.
    package var steps: [TraceStep]
    package var culprit: Suspect?
    /// The number of survivors with this trace.
    package var objects: Int
    /// A stable hash of the survivor's type and the path, which is independent of machines, runs and moved lines.
    package var fingerprint: String

    package init(
        shape: Shape, steps: [TraceStep], culprit: Suspect? = nil, objects: Int = 1, fingerprint: String = ""
    ) {
        (self.shape, self.steps, self.culprit) = (shape, steps, culprit)
        (self.objects, self.fingerprint) = (objects, fingerprint)
    }
}

/// A holder in a leak trace, with its reference to the next one.
package struct TraceStep: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// A global or static variable.
        case global
        case stack
        case threadLocal
        /// Memory outside of the heap without a known owner, such as memory that C code maps.
        case memory
        case task
        /// An object of the program, or of a library without a special meaning here.
        case object
        case closure
        /// A captured variable, or the payload of an indirect case.
        case box
        /// Parts of a library combined into one step by meaning: a run loop's timer, an observer or a dispatch source.
        case library
        /// A block from malloc in C code or in Swift code that manages memory manually.
        case block
    }

    package var kind: Kind
    /// The name without modules, such as `Session`, `static App.shared` or `main thread`.
    ///
    /// Other forms are `closure in Feed.start`, `Task in Poller.run` and `NotificationCenter.default`.
    package var name: String
    /// The reference to the next step as a suffix of the name: `.onEvent`, `.listeners[3]`, `[key]` or `.some`.
    ///
    /// It is `nil` for the last step, and if the reference is unknown or carries no meaning.
    package var edge: String?
    /// The file and line of a closure or of the function that created it, or `nil` if they are unknown.
    package var location: SourceLine?

    package init(kind: Kind, name: String, edge: String? = nil, location: SourceLine? = nil) {
        (self.kind, self.name, self.edge, self.location) = (kind, name, edge, location)
    }
}

extension TraceStep: CustomStringConvertible {
    /// The step on one line: `Session.onEvent`, `closure in Feed.start (Feed.swift:42)`.
    package var description: String {
        name + (edge ?? "") + (location.map { " (\($0))" } ?? "")
    }
}

extension LeakTrace: CustomStringConvertible {
    /// The trace on one line: `static App.shared -> Session.onEvent -> closure in Feed.start (Feed.swift:42) ->
    /// ViewModel`.
    package var description: String { steps.map(\.description).joined(separator: " -> ") }
}

/// A source of names for code and global variables in a heap snapshot.
///
/// `OutliveSymbols` reads them from executables; tests supply fixed names.
package protocol AddressNames: Sendable {
    /// Returns the same frames with their symbols; unknown functions stay unnamed.
    ///
    /// Blocks the calling thread, so pass many frames at once.
    func functions(of frames: [Frame]) -> [Frame]

    /// Returns the places where functions are declared, or `nil` if they are unknown.
    func declarations(of frames: [Frame]) -> [SourceLine?]

    /// Returns the demangled name of the variable at each place in a module's data, or `nil` if it is unknown.
    ///
    /// Blocks the calling thread, so pass many frames at once.
    ///
    /// - Parameter frames: the places; the offset leads to the data, and is no return address.
    func variables(of frames: [Frame]) -> [String?]

    /// Returns the modules whose functions cannot be named, because their files changed.
    ///
    /// - Parameter modules: Frames at any places of the modules.
    func unnamed(of modules: [Frame]) -> UnnamedModules
}

extension AddressNames {
    package func unnamed(of modules: [Frame]) -> UnnamedModules { UnnamedModules() }
    package func declarations(of frames: [Frame]) -> [SourceLine?] { frames.map { _ in nil } }
}
