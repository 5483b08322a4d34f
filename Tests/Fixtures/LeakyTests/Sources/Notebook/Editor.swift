import Synchronization

/// An editor with the number of those that are open.
final class Editor {
    static let open = Mutex(0)
    let toolbar = Toolbar()
    private(set) var text: String

    init(_ note: Note) {
        text = note.text
        toolbar.delegate = self
        Self.open.withLock { $0 += 1 }
    }

    deinit {
        Self.open.withLock { $0 -= 1 }
    }

    func makeUppercase() { text = text.uppercased() }
}

/// The buttons above an editor.
final class Toolbar {
    var delegate: Editor?

    func pressUppercase() { delegate?.makeUppercase() }
}
