internal import OutliveSupport

struct InterruptionHandler: Sendable {
    let id: Int
    let description: String
    let handle: @Sendable (Element) async throws -> Bool
}

/// The interruption handlers of an application, called for dialogs that cover an element.
final class InterruptionHandlers: Sendable {
    private struct State: Sendable {
        var handlers: [InterruptionHandler] = []
        var lastID = 0
    }

    /// The currently running handlers; their own actions do not call them again.
    @TaskLocal private static var running: Set<Int> = []

    private let state = Lock(State())

    func add(_ description: String, _ handle: @escaping @Sendable (Element) async throws -> Bool) -> Int {
        state.withLock { state in
            state.lastID += 1
            state.handlers.append(InterruptionHandler(id: state.lastID, description: description, handle: handle))
            return state.lastID
        }
    }

    func remove(_ id: Int) { state.withLock { $0.handlers.removeAll { $0.id == id } } }

    /// Calls the handlers, newest first, until one has dismissed the dialog.
    ///
    /// - Returns: The answers of the called handlers. Only the last one can be `isDone`.
    /// - Throws: `InterruptionHandlerError` with the error of a handler.
    func handle(_ dialog: Element) async throws -> [InterruptionAnswer] {
        var answers: [InterruptionAnswer] = []
        for handler in state.withLock({ $0.handlers }).reversed() where !Self.running.contains(handler.id) {
            do {
                var isDone = false
                let time = try await dialog.context.clock.measure {
                    isDone = try await Self.$running.withValue(Self.running.union([handler.id])) {
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

struct InterruptionAnswer: Sendable {
    let handler: String
    /// `true` if the handler has dismissed the dialog.
    let isDone: Bool
    let time: Duration
}

struct InterruptionHandlerError: Error {
    let handler: String
    let error: any Error
}

/// The role and label of an element that is an obstacle.
struct DialogName: Hashable, Sendable, CustomStringConvertible {
    let role: ElementRole
    let label: String

    init(of node: any AccessibleNode) throws { (role, label) = (try node.role, try node.label) }

    var description: String { label.isEmpty ? "a \(role) without a label" : "\(role) \"\(label)\"" }

    /// Returns the element with this name that was shown last.
    func element(in context: UIContext) -> Element {
        let query = ElementQuery(context: context, scope: .application, roles: [role], conditions: [.label(label)])
        return Element(query: query, choice: .last)
    }
}

/// The registration of an interruption handler.
public struct InterruptionRegistration: Sendable {
    let id: Int
    let handlers: InterruptionHandlers

    /// Removes the handler; a running call continues.
    public func remove() { handlers.remove(id) }
}

extension UIApplication {
    /// Adds a handler that dismisses unexpected dialogs.
    ///
    /// Handlers are called, newest first, if a dialog, an alert or another window covers the element of an action. A
    /// handler applies to this value, its copies and all elements obtained from them. It is not called for its own
    /// actions.
    ///
    /// - Parameters:
    ///   - description: The name of the handler in failures.
    ///   - handler: Receives the dialog and returns `true` if it has dismissed it. The action is then retried. An error
    ///     fails the action unless the dialog has disappeared. The action's time limit does not interrupt the handler,
    ///     so its steps should have limits of their own.
    /// - Returns: The registration, to remove the handler.
    @discardableResult
    public func addInterruptionHandler(
        _ description: String, _ handler: @escaping @Sendable (_ dialog: Element) async throws -> Bool
    ) -> InterruptionRegistration {
        InterruptionRegistration(id: context.interruptions.add(description, handler), handlers: context.interruptions)
    }
}
