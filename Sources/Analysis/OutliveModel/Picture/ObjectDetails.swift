/// One block of a snapshot with everything that is known of it, from which all formats are rendered.
///
/// Its JSON form is part of `ObjectReport`.
package struct ObjectDetails: Codable, Hashable, Sendable {
    /// The block itself, as others refer to it.
    package var object: ObjectLink
    /// The cycle in which it was allocated, or `nil` if the snapshot does not count cycles.
    package var birth: Int?
    /// `true` if it is deinitialised and kept in memory by unowned references only.
    package var isDeinitialised: Bool
    /// The number of elements, or `nil` if it is no storage of elements.
    package var elements: Int?
    /// The references as the runtime counts them, or `nil` if the snapshot does not contain them.
    package var counts: ReferenceCounts?
    /// The stored properties or captures in the order of memory, then the elements whose content is known.
    package var fields: [ObjectField]
    /// All references to it, roots first, then by ascending address.
    package var referrers: [ObjectReference]
    /// All references from it, in the order of memory.
    package var references: [ObjectReference]
    /// What keeps it alive: the best path from a root, a cycle, or nothing.
    package var path: LeakTrace
    /// The stack of its allocation; empty if none was captured.
    package var site: Backtrace

    package init(
        _ object: ObjectLink, birth: Int? = nil, isDeinitialised: Bool = false, elements: Int? = nil,
        counts: ReferenceCounts? = nil, fields: [ObjectField] = [], referrers: [ObjectReference] = [],
        references: [ObjectReference] = [], path: LeakTrace, site: Backtrace = Backtrace()
    ) {
        (self.object, self.birth, self.isDeinitialised, self.elements) = (object, birth, isDeinitialised, elements)
        (self.counts, self.fields, self.referrers, self.references) = (counts, fields, referrers, references)
        (self.path, self.site) = (path, site)
    }
}

/// A block as another one refers to it.
package struct ObjectLink: Codable, Hashable, Sendable {
    /// The address in the process, in hexadecimal: `0x7f12a0`.
    package var address: String
    /// The type; `nil` for a block that is no Swift object.
    package var type: HeapType?
    package var bytes: Int
    /// The memory that only it keeps alive, its own included.
    package var retainedBytes: Int

    package init(address: String, type: HeapType?, bytes: Int, retainedBytes: Int) {
        (self.address, self.type, self.bytes, self.retainedBytes) = (address, type, bytes, retainedBytes)
    }

    /// The type in words: `App.Session`, `closure (App.Session)`, `block of memory`.
    package var name: String { type?.description ?? "block of memory" }
}

/// The numbers of references to an object, as the runtime counts them.
package struct ReferenceCounts: Codable, Hashable, Sendable {
    package var strong: Int
    package var unowned: Int
    package var weak: Int

    package init(strong: Int, unowned: Int = 0, weak: Int = 0) {
        (self.strong, self.unowned, self.weak) = (strong, unowned, weak)
    }
}

/// A stored property of an object, a capture of a closure, or a part of an element.
package struct ObjectField: Codable, Hashable, Sendable {
    /// The name, such as `owner`, `settings.owner` or `[3].owner`; empty for a capture.
    package var name: String
    /// The type, as the runtime spells it.
    package var type: String
    /// The place in the block, in bytes.
    package var offset: Int
    package var size: Int
    /// The value, or `nil` if it is not known, or is no value of a trivial type.
    package var value: FieldValue?

    package init(name: String, type: String, offset: Int, size: Int, value: FieldValue? = nil) {
        (self.name, self.type, self.offset, self.size, self.value) = (name, type, offset, size, value)
    }
}

/// The value of a field of a trivial type, or of a text.
package struct FieldValue: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        case bool, integer, real
        /// An optional without a value.
        case absent
        /// Up to eight bytes of another type, such as the number of an enum's case, in hexadecimal.
        case bits
        /// A text whose content is not shown: its length.
        case length
        /// The content of a text.
        case text
    }

    package var kind: Kind
    /// The value as Swift prints it, so that large integers are exact in every reader: `true`, `-42`, `0.5`, `nil`.
    package var text: String

    package init(_ kind: Kind, _ text: String) { (self.kind, self.text) = (kind, text) }
}

/// A reference between two blocks, or from a root.
package struct ObjectReference: Codable, Hashable, Sendable {
    package enum Strength: String, Codable, Hashable, Sendable, CaseIterable {
        /// A stored property, a capture, an element, or a root.
        case strong
        /// A word of memory whose layout is unknown, which keeps its target alive if it is a reference.
        case possible
        case weak, unowned, unmanaged
        /// A word that another value left there, or that keeps nothing alive.
        case stale
    }

    /// The other block; `nil` for a root.
    package var object: ObjectLink?
    /// The root in words, such as `static App.shared`; `nil` for a block.
    package var root: String?
    /// The place in the block that refers, such as `.listeners[3]`; `nil` if it is unknown.
    package var place: String?
    /// The place in bytes; `nil` for a root.
    package var offset: Int?
    package var strength: Strength

    package init(
        _ object: ObjectLink?, root: String? = nil, place: String? = nil, offset: Int? = nil, strength: Strength
    ) {
        (self.object, self.root, self.place, self.offset, self.strength) = (object, root, place, offset, strength)
    }
}
