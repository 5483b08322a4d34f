/// The states of an element: those of AT-SPI that matter to tests.
package struct ElementStates: OptionSet, Hashable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    // The bits are AT-SPI's state numbers.
    package static let active = Self(rawValue: 1 << 1)
    package static let checked = Self(rawValue: 1 << 4)
    package static let editable = Self(rawValue: 1 << 7)
    package static let enabled = Self(rawValue: 1 << 8)
    package static let expandable = Self(rawValue: 1 << 9)
    package static let expanded = Self(rawValue: 1 << 10)
    package static let focusable = Self(rawValue: 1 << 11)
    package static let focused = Self(rawValue: 1 << 12)
    package static let modal = Self(rawValue: 1 << 16)
    package static let selected = Self(rawValue: 1 << 23)
    package static let sensitive = Self(rawValue: 1 << 24)
    package static let showing = Self(rawValue: 1 << 25)
    package static let vertical = Self(rawValue: 1 << 29)
    /// Not hidden itself, although a container may be closed or scrolled away.
    package static let visible = Self(rawValue: 1 << 30)

    /// `true` if the element reacts to input.
    var isUsable: Bool { isSuperset(of: [.enabled, .sensitive]) }
}
