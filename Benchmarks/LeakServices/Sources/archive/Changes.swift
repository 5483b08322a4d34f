import Foundation

extension Notification.Name {
    static let documentChanged = Notification.Name("documentChanged")
}

/// One document that is being edited.
final class Editor: @unchecked Sendable {
    let document: String
    private(set) var changes = 0
    private var observer: (any NSObjectProtocol)?
    init(document: String) { self.document = document }

    func open() {
        observer = NotificationCenter.default.addObserver(forName: .documentChanged, object: nil, queue: nil) { _ in
            self.changes += 1  // TRUE CULPRIT of --leak observer: not removed
        }
    }

    func close() {
        if let observer { NotificationCenter.default.removeObserver(observer) }
        observer = nil
    }
}

struct ChangeLog: Sendable {
    let removesObservers: Bool

    func edit(_ document: String) -> String {
        let editor = Editor(document: document)
        editor.open()
        NotificationCenter.default.post(name: .documentChanged, object: nil)
        if removesObservers { editor.close() }
        return "\(editor.changes)"
    }
}
