import Dispatch
import Foundation

/// Saves a note a moment after it has changed.
final class Autosave: Sendable {
    let note: Note

    init(_ note: Note) { self.note = note }

    func saveSoon() {
        Task {
            try await Task.sleep(for: .milliseconds(150))
            save()
        }
    }

    func save() {}
}

/// Reminds of a note at regular times until it is stopped.
final class Reminder {
    private let timer = DispatchSource.makeTimerSource()

    func start(_ remind: @escaping @Sendable () -> Void) {
        timer.schedule(deadline: .now(), repeating: .milliseconds(5))
        timer.setEventHandler(handler: remind)
        timer.activate()
    }

    func stop() { timer.cancel() }
}

/// Counts the changes of notes while it is listening.
final class ChangeCounter: @unchecked Sendable {
    static let noteChanged = Notification.Name("Notebook.noteChanged")
    private var observer: (any NSObjectProtocol)?
    private(set) var changes = 0

    func start() {
        observer = NotificationCenter.default.addObserver(forName: Self.noteChanged, object: nil, queue: nil) { _ in
            self.changes += 1
        }
    }

    func stop() {
        if let observer { NotificationCenter.default.removeObserver(observer) }
        observer = nil
    }
}
