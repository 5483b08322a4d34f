/// What queries and actions look at and act through: AT-SPI, or a tree that a test made.
package protocol AccessibilityBackend: Sendable {
    /// Takes one look at an application; looks are taken one at a time.
    ///
    /// - Parameters:
    ///   - process: whose windows.
    ///   - body: is given the screen, which is not to be used after it; it must not take a look itself.
    /// - Throws: `AccessibilityError` when the application cannot be seen; what `body` throws.
    func look<Seen: Sendable>(at process: Int32, _ body: (any AccessibleScreen) throws -> Seen) throws -> Seen
}

/// The screen during one look.
package protocol AccessibleScreen {
    /// The application, whose children are its windows in the order in which they were shown.
    var application: any AccessibleNode { get }
    /// The screen's size; nil when it cannot be told.
    var bounds: ElementFrame? { get }
    /// Whether a window manager says which window is active; without one, the pointer does.
    var hasWindowManager: Bool { get }

    /// Moves the pointer, or presses or releases its main button there.
    func pointer(_ event: PointerEvent, at point: ScreenPoint) throws
    /// Presses and releases a key while others are held.
    func press(_ key: Key, _ modifiers: KeyModifiers) throws
}

/// An element during one look.
///
/// Each use asks the application, but for its role, states and children: those may be kept from their first use on. All
/// throw `ElementGone` when it has no such element any more, and `AccessibilityError` when it does not answer.
package protocol AccessibleNode {
    var role: ElementRole { get throws }
    var label: String { get throws }
    var states: ElementStates { get throws }
    /// Where it is; nil for what has no place on the screen.
    var frame: ElementFrame? { get throws }
    var childCount: Int { get throws }
    /// An element in it; nil when it has fewer by now.
    func child(at index: Int) throws -> (any AccessibleNode)?

    /// Whether something of some roles is in it, at any depth; nil when that cannot be asked at once.
    func holds(_ roles: Set<ElementRole>) throws -> Bool?

    /// Its text; nil when it holds none.
    var text: String? { get throws }
    /// Its number in a range; nil when it has none.
    var number: Double? { get throws }
    /// The numbers that it can be set to; nil when it has none.
    var numbers: ClosedRange<Double>? { get throws }
    func setNumber(_ number: Double) throws
    /// The label of the first element that is selected in it; nil when none is.
    var selectedLabel: String? { get throws }
    /// Whether its text can be written through accessibility.
    var holdsEditableText: Bool { get throws }
    func grabFocus() throws
    /// Puts the caret at the end of its text, with nothing selected; does nothing where there is no caret.
    func moveCaretToEnd() throws
    /// Writes at the end of its text.
    func append(_ text: String) throws
    func replaceText(with text: String) throws
}

/// An element went while it was looked at.
package struct ElementGone: Error {
    package init() {}
}
