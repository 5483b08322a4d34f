import Foundation

/// Closures that a library or a store keeps.
enum Closures {
    static let ways = [
        Way("Listener", cut: "static Closures.handlers") { handlers.append(Listener().handler) },
        Way("Observer", cut: "observer block (Closures.swift") { Observer().observe() },
        Way("Poller", cut: "closure in Poller.poll") { Poller().poll() },
        Way("Reminder", cut: "closure in Reminder.remind") { Reminder().remind() },
    ]

    nonisolated(unsafe) private static var handlers: [() -> Void] = []
}

private final class Listener {
    private var heard = 0
    var handler: () -> Void { { self.heard += 1 } }
}
private final class Observer: @unchecked Sendable {
    private var seen = 0
    func observe() {
        _ = NotificationCenter.default.addObserver(forName: Notification.Name("seen"), object: nil, queue: nil) { _ in
            self.seen += 1
        }
    }
}
private final class Poller: @unchecked Sendable {
    private var polls = 0
    private let timer = DispatchSource.makeTimerSource()
    func poll() {
        timer.setEventHandler { self.polls += 1 }
        timer.schedule(deadline: .now() + 1000, repeating: 1000)
        timer.resume()
    }
}
private final class Reminder: @unchecked Sendable {
    private var reminded = 0
    func remind() { DispatchQueue.global().asyncAfter(deadline: .now() + 1000) { self.reminded += 1 } }
}
