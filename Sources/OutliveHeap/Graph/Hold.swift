internal import OutliveModel

/// How a reference holds what it leads to, the best known first.
enum Hold: UInt8, Hashable, Sendable, Comparable {
    /// A stored property, a capture, or an element of a collection, that is strong.
    case field
    /// A word of a task, or of a frame of its function.
    case frame
    /// A word of a Swift object that no field is known for.
    case word
    /// A word of a block that is no Swift object.
    case raw
    /// Nothing is kept alive by it: it is weak, unowned, unmanaged or stale, or its object is deinitialised.
    case none

    static func < (first: Hold, second: Hold) -> Bool { first.rawValue < second.rawValue }
}

/// Tells how the edges of a snapshot hold.
struct HoldRules {
    private enum Kind {
        case raw
        case task
        case object
    }

    private struct Rule {
        var kind: Kind
        var elementStride: UInt32
    }

    /// Where the elements begin in array storage.
    private static let firstElement: UInt32 = 32

    private let fields: FieldMap
    private let rules: [Rule]

    init(_ snapshot: HeapSnapshot, _ fields: FieldMap) {
        self.fields = fields
        rules = snapshot.types.map { type in
            let kind = type.type.map { $0.kind == .task ? Kind.task : .object } ?? .raw
            return Rule(kind: kind, elementStride: type.elementStride)
        }
    }

    /// How a reference holds.
    ///
    /// - Parameters:
    ///   - offset: where it is in the node that it leads away from.
    ///   - source: that node.
    ///   - target: the node that it leads to.
    func hold(at offset: UInt32, in source: HeapSnapshot.Node, to target: HeapSnapshot.Node) -> Hold {
        guard !source.isDeinitialised else { return .none }
        let rule = rules[Int(source.type)]
        switch rule.kind {
        case .raw: return .raw
        case .task: return .frame
        case .object: break
        }
        if let found = fields.find(source.type, at: offset) {
            switch found.content {
            case .reference: return .field
            case .pointer: return rules[Int(target.type)].kind == .raw ? .field : .none
            case .unowned: return target.isDeinitialised ? .field : .none
            case .nothing: return .none
            }
        }
        if rule.elementStride > 0, offset >= Self.firstElement {
            return (offset - Self.firstElement) / rule.elementStride < source.elements ? .field : .none
        }
        return .word
    }
}
