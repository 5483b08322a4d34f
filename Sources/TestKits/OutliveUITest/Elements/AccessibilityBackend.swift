/// The backend of queries and actions: AT-SPI, or a synthetic tree in tests.
package protocol AccessibilityBackend: Sendable {
    /// Accesses an application. Accesses are serialised.
    ///
    /// - Parameters:
    ///   - process: The process that owns the windows.
    ///   - body: Receives the screen, which is valid only until it returns. It must not start another access.
    /// - Throws: `AccessibilityError` if the application is not accessible, and errors of `body`.
    func look<Seen: Sendable>(at process: Int32, _ body: (any AccessibleScreen) throws -> Seen) throws -> Seen
}

/// The screen during one access.
package protocol AccessibleScreen {
    /// The application. Its children are its windows, in the order in which they were shown.
    var application: any AccessibleNode { get }
    /// The bounds of the screen, or `nil` if unknown.
    var bounds: ElementFrame? { get }
    /// `true` if a window manager determines the active window. Otherwise the pointer does.
    var hasWindowManager: Bool { get }

    /// Performs a pointer event at a point.
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
    /// Returns a child, or `nil` if there are fewer by now.
    func child(at index: Int) throws -> (any AccessibleNode)?

    /// Returns `true` if a descendant has one of the roles, or `nil` if a single query cannot determine it.
    func holds(_ roles: Set<ElementRole>) throws -> Bool?

    /// The text, or `nil` if the element has none.
    var text: String? { get throws }
    /// The number of an element with a range, or `nil` if it has none.
    var number: Double? { get throws }
    /// The range of the number, or `nil` if it has none.
    var numbers: ClosedRange<Double>? { get throws }
    func setNumber(_ number: Double) throws
    /// The label of the first selected child, or `nil` if none is selected.
    var selectedLabel: String? { get throws }
    /// `true` if the text can be changed through accessibility.
    var holdsEditableText: Bool { get throws }
    func grabFocus() throws
    /// Moves the caret to the end of the text and clears the selection. Does nothing without a caret.
    func moveCaretToEnd() throws
    /// Appends to the text.
    func append(_ text: String) throws
    func replaceText(with text: String) throws
}

/// An element disappeared during an access.
package struct ElementGone: Error {
    package init() {}
}
