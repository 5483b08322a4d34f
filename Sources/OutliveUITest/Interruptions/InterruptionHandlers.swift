internal import OutliveDriver

/// Dismisses dialogs that appear on their own.
struct InterruptionHandler: Sendable {
    let id: Int
    let description: String
    let handle: @Sendable (Element) async throws -> Bool
}

/// The handlers of an application, which are asked about a dialog that is in the way.
final class InterruptionHandlers: Sendable {
    private struct State: Sendable {
        var handlers: [InterruptionHandler] = []
        var lastID = 0
    }

    /// The handlers that are being asked: what they do does not ask them again.
    @TaskLocal private static var asked: Set<Int> = []

    private let state = Locked(State())

    func add(_ description: String, _ handle: @escaping @Sendable (Element) async throws -> Bool) -> Int {
        state.withLock { state in
            state.lastID += 1
            state.handlers.append(InterruptionHandler(id: state.lastID, description: description, handle: handle))
            return state.lastID
        }
    }

    func remove(_ id: Int) {
        state.withLock { $0.handlers.removeAll { $0.id == id } }
    }

    /// Asks the handlers, the newest first.
    ///
    /// - Returns: what each of those that were asked says; the last one may have dealt with the dialog.
    /// - Throws: `InterruptionHandlerError` with what a handler threw.
    func handle(_ dialog: Element) async throws -> [InterruptionAnswer] {
        var answers: [InterruptionAnswer] = []
        for handler in state.withLock({ $0.handlers }).reversed() where !Self.asked.contains(handler.id) {
            do {
                var isDone = false
                let time = try await dialog.context.clock.measure {
                    isDone = try await Self.$asked.withValue(Self.asked.union([handler.id])) {
                        try await handler.handle(dialog)
                    }
                }
                answers.append(InterruptionAnswer(handler: handler.description, isDone: isDone, time: time))
                if isDone { return answers }
            } catch {
                throw InterruptionHandlerError(handler: handler.description, error: error)
            }
        }
        return answers
    }
}

/// What a handler said of a dialog.
struct InterruptionAnswer: Sendable {
    let handler: String
    /// Whether it has dealt with it.
    let isDone: Bool
    /// How long it took.
    let time: Duration
}

/// What an interruption handler threw.
struct InterruptionHandlerError: Error {
    let handler: String
    let error: any Error
}

/// A handler of interruptions, until it is removed.
public struct InterruptionRegistration: Sendable {
    let id: Int
    let handlers: InterruptionHandlers

    /// Has the handler asked no more; one that is being asked goes on.
    public func remove() {
        handlers.remove(id)
    }
}

extension UIApplication {
    /// Has dialogs dismissed that appear on their own.
    ///
    /// The handler is asked when an element that is to be used is not hittable because of a dialog, an alert or another
    /// window; the newest handler first. It is asked for as long as this value or a copy of it, or an element that came
    /// from one, is used. It is not asked about what it does itself.
    ///
    /// - Parameters:
    ///   - description: what it deals with, in words, for failures.
    ///   - handler: is given the dialog, and says whether it has dealt with it; the action is then tried again. What it
    ///     throws fails the action, unless the dialog has gone. The action's time limit does not end it: what it does
    ///     should have limits of its own.
    /// - Returns: what removes the handler.
    @discardableResult
    public func addInterruptionHandler(
        _ description: String, _ handler: @escaping @Sendable (_ dialog: Element) async throws -> Bool
    ) -> InterruptionRegistration {
        InterruptionRegistration(id: context.interruptions.add(description, handler), handlers: context.interruptions)
    }
}
