import Synchronization

/// Reference cycles that nothing else holds.
enum Cycles {
    static let ways = [
        Way("Presenter", cut: "Screen.delegate") {
            let presenter = Presenter()
            presenter.screen.delegate.withLock { $0 = presenter }
        },
        Way("Parent", cut: "Child.parent") {
            let parent = Parent()
            parent.children = [Child(parent), Child(parent)]
        },
        Way("Ring", cut: "Ring.next") {
            let (first, second, third) = (Ring(), Ring(), Ring())
            (first.next, second.next, third.next) = (second, third, first)
        },
        Way("Button", cut: "Button.onTap") {
            let button = Button()
            button.onTap = { button.count += 1 }
        },
        Way("Form", cut: "Submit.onSubmit") { Form().connect() },
        Way("Ledger", cut: "Ledger.total") { _ = Ledger().total() },
    ]
}

private final class Screen: Sendable { let delegate = Mutex<(any AnyObject & Sendable)?>(nil) }
private final class Presenter: Sendable { let screen = Screen() }
private final class Parent { var children: [Child] = [] }
private final class Child {
    let parent: Parent
    init(_ parent: Parent) { self.parent = parent }
}
private final class Ring { var next: Ring? }
private final class Button {
    var count = 0
    var onTap: (() -> Void)?
}
private final class Form {
    private final class Submit { var onSubmit: (() -> Void)? }
    private let submit = Submit()
    private var sent = 0
    func connect() { submit.onSubmit = { self.sent += 1 } }
}
private final class Ledger {
    private var entries = [1, 2, 3]
    lazy var total: () -> Int = { self.entries.reduce(0, +) }
}
