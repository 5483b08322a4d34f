internal import OutliveModel

/// A rule that describes the role of a library's objects and the way to release them.
struct ObjectInspector: Hashable, Sendable {
    /// The role of the object when several follow each other on a path.
    enum Role: Hashable, Sendable {
        /// An object that holds many others: a run loop, a notification centre, an event loop.
        case owner
        /// An object that is held: a timer, an observer, a scheduled task.
        case item
    }

    var role: Role
    /// The name in a step of a trace.
    var name: String
    /// The common mistake with such objects, if there is one.
    var pattern: LeakPattern?
    /// `true` if the object and the closure after it are one step.
    var isClosure = false
    /// `true` if the object has several closures, which its release frees together.
    var hasSeveralClosures = false
    /// The priority among consecutive items. Only one of them is shown: the last with the highest priority.
    var weight = 3
    /// The type names without generic arguments. They cover nested types; a name that ends in a dot covers a module.
    var types: [String] = []
    /// The prefixes of functions that allocate the object.
    var functions: [String] = []
    /// The names of variables, with or without their context.
    var variables: [String] = []
    /// The way to release the object, as an imperative without a full stop: `Finish the EmbeddedChannel with finish()`.
    var release: String?
    /// The priority as the cause of findings that the program does not hold, or 0 if the object is never the cause.
    var rank = 0

    /// The number of innermost allocating functions that identify an object; functions further out only use it.
    private static let reach = 2

    /// Returns the first rule that matches a holder, or `nil` if the holder is the program's or unknown.
    static func of(_ holder: Holder) -> ObjectInspector? {
        guard holder.author != .program else { return nil }
        return all.first { $0.matches(holder) }
    }

    /// Returns the first rule that matches a type by its name alone.
    static func of(type: String) -> ObjectInspector? {
        all.first { $0.types.contains { isPrefix($0, of: type) } }
    }

    /// Returns the first rule by which an object of a type can be the cause of findings.
    static func resource(ofType type: String) -> ObjectInspector? {
        all.first { $0.rank > 0 && $0.types.contains { isPrefix($0, of: type) } }
    }

    /// `true` if the rule describes an `AsyncStream`.
    var isOfStreams: Bool { pattern == .streamNotFinished }

    /// `true` if the rule describes a subscription, or what holds one.
    var isOfSubscriptions: Bool { pattern == .subscriptionNotCancelled }

    /// `true` if the rule describes child processes.
    var isOfProcesses: Bool { types.contains("Foundation.Process") }

    /// `true` if the rule describes operations of an `OperationQueue`.
    var isOfOperations: Bool { types.contains("Foundation.Operation") }

    private func matches(_ holder: Holder) -> Bool {
        switch holder.kind {
        case .global:
            let declaration = holder.typeName.prefix { $0 != ":" }
            return variables.contains { Self.mentions(declaration, $0) }
        case .block, .closure, .task:
            let makers = holder.makers.prefix(Self.reach)
            return functions.contains { function in makers.contains { $0.hasPrefix(function) } }
        default:
            return types.contains { Self.isPrefix($0, of: holder.typeName) }
        }
    }

    /// Returns `true` if a type is a rule's type, with or without generic arguments, or is nested in it.
    private static func isPrefix(_ known: String, of type: String) -> Bool {
        guard type.hasPrefix(known) else { return false }
        return known.hasSuffix(".") || !isPartOfName(type.dropFirst(known.count).first)
    }

    /// Returns `true` if a text contains a name as a whole word.
    private static func mentions(_ text: Substring, _ name: String) -> Bool {
        text.ranges(of: name).contains { range in
            !isPartOfName(text[..<range.lowerBound].last) && !isPartOfName(text[range.upperBound...].first)
        }
    }

    private static func isPartOfName(_ character: Character?) -> Bool {
        character.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" } ?? false
    }
}
