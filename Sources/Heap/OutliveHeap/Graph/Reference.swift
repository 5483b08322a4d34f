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
