/// The backend of queries and actions: AT-SPI, or a synthetic tree in tests.
package protocol AccessibilityBackend: Sendable {
    /// Accesses an application; concurrent accesses are serialised.
    ///
    /// - Parameters:
    ///   - process: The process that owns the windows.
    ///   - body: Receives the screen, which is valid only during the call. It must not start another access.
    /// - Throws: `AccessibilityError` if the application is not accessible, and errors of `body`.
    func access<Value: Sendable>(_ process: Int32, _ body: (any AccessibleScreen) throws -> Value) throws -> Value
}

/// The screen during one access.
package protocol AccessibleScreen {
    /// The application. Its children are its windows, in the order in which they were shown.
    var application: any AccessibleNode { get }
    /// The bounds of the screen, or `nil` if unknown.
    var bounds: ElementFrame? { get }
    /// `true` if a window manager determines the active window. Otherwise the window under the pointer is active.
    var hasWindowManager: Bool { get }

    func pointer(_ event: PointerEvent, at point: ScreenPoint) throws
    /// Presses and releases a key while modifiers are held.
    func press(_ key: Key, _ modifiers: KeyModifiers) throws
}

/// An element during one access.
///
/// Each property queries the application, except role, states and children, which may be cached. All throw
/// `ElementGone` if the element no longer exists, and `AccessibilityError` if the application does not respond.
package protocol AccessibleNode {
    var role: ElementRole { get throws }
    var label: String { get throws }
    var states: ElementStates { get throws }
    /// The frame on the screen, or `nil` for an element without a position.
    var frame: ElementFrame? { get throws }
    var childCount: Int { get throws }
    /// Returns a child, or `nil` if the index is now out of range.
    func child(at index: Int) throws -> (any AccessibleNode)?

    /// Returns `true` if a descendant has one of the roles, or `nil` if a single query cannot determine it.
    func containsDescendant(of roles: Set<ElementRole>) throws -> Bool?

    /// The text, or `nil` if the element has none.
    var text: String? { get throws }
    /// The number of an element with a numeric value, such as a slider, or `nil` if it has none.
    var number: Double? { get throws }
    /// The range of the number, or `nil` if it has none.
    var range: ClosedRange<Double>? { get throws }
    func setNumber(_ number: Double) throws
    /// The label of the first selected child, or `nil` if none is selected.
    var selectedLabel: String? { get throws }
    /// `true` if the text can be changed through accessibility.
    var hasEditableText: Bool { get throws }
    func grabFocus() throws
    /// Moves the caret to the end of the text and clears the selection. Does nothing without a caret.
    func moveCaretToEnd() throws
    func append(_ text: String) throws
    func replaceText(with text: String) throws
}

package struct ElementGone: Error {}

package enum PointerEvent: Hashable, Sendable {
    case move, press, release, click
    /// A step of the wheel.
    case scroll(SwipeDirection)
}

/// The direction of a swipe or wheel step.
public enum SwipeDirection: String, Hashable, Sendable, CaseIterable {
    /// Towards the upper, lower, left or right edge of the screen.
    case up, down, left, right

    /// Returns the points of a swipe after its start; there are several, because applications evaluate each step.
    func steps(from start: ScreenPoint, by pixels: Int, count: Int = 8) -> [ScreenPoint] {
        (1...count).map { step in
            let way = pixels * step / count
            return switch self {
            case .up: ScreenPoint(x: start.x, y: start.y - way)
            case .down: ScreenPoint(x: start.x, y: start.y + way)
            case .left: ScreenPoint(x: start.x - way, y: start.y)
            case .right: ScreenPoint(x: start.x + way, y: start.y)
            }
        }
    }
}

/// The states of an element: the ones of AT-SPI that matter to tests.
package struct ElementStates: OptionSet, Hashable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

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
    /// The element itself is not hidden, although a container may be closed or scrolled out of view.
    package static let visible = Self(rawValue: 1 << 30)

    var isUsable: Bool { isSuperset(of: [.enabled, .sensitive]) }
}
