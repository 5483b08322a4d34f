@testable import OutliveUITest

/// An element of a tree that a test made.
final class FakeNode: AccessibleNode {
    var role: ElementRole
    var states: ElementStates
    var frame: ElementFrame?
    var number: Double?
    var range: ClosedRange<Double>?
    var selectedLabel: String?
    /// The action of a scroll bar.
    var onNumber: (Double) -> Void = { _ in }
    var hasEditableText: Bool
    var children: [FakeNode]
    /// The number of times the label was read, to find out what a query reads.
    private(set) var labelReads = 0
    private(set) var storedText: String?
    /// `true` if the next key replaces the text.
    private(set) var selectsAll = false
    private(set) var focusGrabs = 0
    private let storedLabel: String
    /// The error that writing text throws after the text is written.
    var writeFailure: AccessibilityError?
    /// `true` if the application replaces the node as soon as text is written.
    var goesWhenWritten = false
    private var isGone = false
    /// The number of further reads of the label before the node exists.
    private var goneFor: Int

    init(
        _ role: ElementRole, _ label: String, at frame: ElementFrame?, states: ElementStates = .usual,
        text: String? = nil, number: Double? = nil, goneFor: Int = 0, children: [FakeNode] = []
    ) {
        (self.role, self.states, self.frame, self.number, self.children) = (role, states, frame, number, children)
        (storedLabel, storedText, self.goneFor) = (label, text, goneFor)
        hasEditableText = text != nil
    }

    var label: String {
        get throws {
            labelReads += 1
            if goneFor > 0 {
                goneFor -= 1
                throw ElementGone()
            }
            return storedLabel
        }
    }

    var text: String? { storedText }
    var childCount: Int { children.count }
    func child(at index: Int) -> (any AccessibleNode)? { children.indices.contains(index) ? children[index] : nil }
    /// Selects its text, as a field of GTK does.
    func grabFocus() {
        states.insert(.focused)
        selectsAll = true
        focusGrabs += 1
    }
    func moveCaretToEnd() throws {
        if isGone { throw ElementGone() }
        selectsAll = false
    }
    func setNumber(_ number: Double) {
        self.number = number
        onNumber(number)
    }
    func containsDescendant(of roles: Set<ElementRole>) -> Bool? {
        children.contains { roles.contains($0.role) || $0.containsDescendant(of: roles) == true }
    }
    func append(_ text: String) throws {
        storedText = (storedText ?? "") + text
        isGone = goesWhenWritten
        if let writeFailure { throw writeFailure }
    }
    func replaceText(with text: String) {
        storedText = text
        isGone = goesWhenWritten
    }

    /// The first in its tree with a label.
    func find(_ label: String) -> FakeNode? {
        if storedLabel == label { return self }
        return children.lazy.compactMap { $0.find(label) }.first
    }
}

extension ElementStates {
    /// The states of an element that is shown and can be used.
    static let usual: Self = [.showing, .enabled, .sensitive]
    static let disabled: Self = [.showing]
    static let hidden: Self = [.enabled, .sensitive]
}

@resultBuilder
enum NodeBuilder {
    static func buildBlock(_ nodes: FakeNode...) -> [FakeNode] { nodes }
}

/// A place: width and height, then the upper left corner.
func frame(_ width: Int, _ height: Int, at x: Int, _ y: Int) -> ElementFrame {
    ElementFrame(x: x, y: y, width: width, height: height)
}

func node(
    _ role: ElementRole, _ label: String = "", _ place: ElementFrame = frame(400, 300, at: 0, 0),
    _ states: ElementStates = .usual, @NodeBuilder _ children: () -> [FakeNode] = { [] }
) -> FakeNode {
    FakeNode(role, label, at: place, states: states, children: children())
}

func window(_ label: String, @NodeBuilder _ children: () -> [FakeNode]) -> FakeNode {
    node(.window, label, frame(400, 300, at: 0, 0), .usual, children)
}

func button(
    _ label: String, _ place: ElementFrame = frame(80, 30, at: 10, 10), _ states: ElementStates = .usual
) -> FakeNode {
    node(.button, label, place, states)
}

func field(
    _ label: String, text: String = "", role: ElementRole = .textField,
    _ place: ElementFrame = frame(80, 30, at: 10, 10),
    _ states: ElementStates = [
        .usual, .editable, .focusable,
    ]
) -> FakeNode {
    FakeNode(.textField, label, at: place, states: states, text: text)
}
