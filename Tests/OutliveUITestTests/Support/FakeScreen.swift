import OutliveTestSupport

@testable import OutliveUITest

/// A screen with windows that a test made, which writes down what is done.
///
/// One test uses it, from one task at a time.
final class FakeScreen: AccessibilityBackend, AccessibleScreen, @unchecked Sendable {
    let root: FakeNode
    var bounds: ElementFrame? = frame(400, 300, at: 0, 0)
    var hasWindowManager = false
    /// The error of every access.
    var failure: AccessibilityError?
    /// The actions, such as `click 50,25`.
    private(set) var events: [String] = []
    /// The reaction of the application to a click.
    var onClick: (FakeScreen) -> Void = { _ in }
    private(set) var looks = 0

    init(@NodeBuilder _ windows: () -> [FakeNode]) {
        root = node("application", "fake", frame(0, 0, at: 0, 0), .usual, windows)
    }

    /// The application, and what the waits of its elements are measured by.
    func ui(_ clock: ManualClock = ManualClock(), process: Int32? = 7) -> UIApplication {
        UIApplication(process: { process }, backend: self, clock: clock)
    }

    func access<Value: Sendable>(_ process: Int32, _ body: (any AccessibleScreen) throws -> Value) throws -> Value {
        looks += 1
        if let failure { throw failure }
        return try body(self)
    }

    var application: any AccessibleNode { root }

    func pointer(_ event: PointerEvent, at point: ScreenPoint) {
        if case .scroll(let direction) = event {
            events.append("scroll \(direction.rawValue) \(point)")
        } else {
            events.append("\(event) \(point)")
        }
        if event == .click { onClick(self) }
    }

    func press(_ key: Key, _ modifiers: KeyModifiers) {
        events.append("key \(modifiers.description(with: key))")
    }

    func find(_ label: String) -> FakeNode { root.find(label)! }
}
