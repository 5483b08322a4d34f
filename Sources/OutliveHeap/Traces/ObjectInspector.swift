internal import OutliveModel

/// One rule of what the objects of a library are to the program that uses it, and how they are released.
struct ObjectInspector: Hashable, Sendable {
    /// Where it stands when several of them follow each other.
    enum Place: Hashable, Sendable {
        /// What keeps many: a run loop, a notification centre, an event loop.
        case keeper
        /// What is kept: a timer, an observer, a scheduled task.
        case kept
    }

    /// What it is called in a step.
    var name: String
    var place: Place
    /// The mistake that is made with it, where one commonly is.
    var pattern: LeakPattern?
    /// Whether it is the closure that follows itself, so that the two are one step.
    var isClosure = false
    /// Of several that are kept and follow each other the one that says the most is told, of equals the last.
    var weight = 3
    /// The names of types, without generic arguments; one that ends in a dot stands for all that are in it.
    var types: [String] = []
    /// What releases it, as the beginning of a sentence without a full stop: `Finish the EmbeddedChannel with finish()`.
    var release: String?
    /// How well the object stands for all that leaks with it where nothing of the program's holds it; 0 for not at all.
    var rank = 0
    /// The beginnings of functions that allocate it.
    var functions: [String] = []
    /// The names of variables, with or without what they are in.
    var variables: [String] = []

    /// How many of the functions that something was allocated in tell what it is: those further out only use it.
    private static let reach = 2

    /// Whether a holder is it.
    func matches(_ holder: Holder) -> Bool {
        switch holder.kind {
        case .global:
            let declaration = holder.typeName.prefix { $0 != ":" }
            return variables.contains { Self.mentions(declaration, $0) }
        case .block, .closure, .task:
            return functions.contains { function in
                holder.makers.prefix(Self.reach).contains { $0.hasPrefix(function) }
            }
        default:
            return types.contains { Self.isPrefix($0, of: holder.typeName) }
        }
    }

    /// Whether the name of a rule's type is that of a type, apart from generic arguments.
    fileprivate static func isPrefix(_ known: String, of type: String) -> Bool {
        guard type.hasPrefix(known) else { return false }
        return known.hasSuffix(".") || !isPartOfName(type.dropFirst(known.count).first)
    }

    /// Whether a name is in a text as a whole.
    private static func mentions(_ text: Substring, _ name: String) -> Bool {
        text.ranges(of: name).contains { range in
            !isPartOfName(text[..<range.lowerBound].last) && !isPartOfName(text[range.upperBound...].first)
        }
    }

    private static func isPartOfName(_ character: Character?) -> Bool {
        character.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" } ?? false
    }
}

extension ObjectInspector {
    /// What it is; nil of what is the program's and of what no rule knows.
    static func of(_ holder: Holder) -> ObjectInspector? {
        guard holder.author != .program else { return nil }
        return all.first { $0.matches(holder) }
    }

    /// The rule for a type by its name alone.
    static func of(type: String) -> ObjectInspector? {
        all.first { $0.types.contains { isPrefix($0, of: type) } }
    }
}
