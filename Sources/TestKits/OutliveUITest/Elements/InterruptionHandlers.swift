internal import OutliveSupport

/// The interruption handlers of an application, called for dialogs that cover an element.
final class InterruptionHandlers: Sendable {
    private typealias Handler = (
        id: Int, description: String, handle: @Sendable (Element) async throws -> Bool
    )

    /// The currently running handlers; their own actions do not call them again.
    @TaskLocal private static var running: Set<Int> = []

    private let state = Lock((handlers: [Handler](), lastID: 0))

    func add(_ description: String, _ handle: @escaping @Sendable (Element) async throws -> Bool) -> Int {
        state.withLock { state in
            state.lastID += 1
            state.handlers.append((state.lastID, description, handle))
            return state.lastID
        }
    }

    func remove(_ id: Int) { state.withLock { $0.handlers.removeAll { $0.id == id } } }

    /// Calls the handlers, newest first, until one has dismissed the dialog.
    ///
    /// - Returns: The answers of the called handlers. Only the last one can be `isDone`. None if a handler threw and
    ///   the dialog has disappeared.
    /// - Throws: An `Obstacle` with the error of a handler, or `CancellationError`.
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
                answers.append((handler.description, isDone, time))
                if isDone { return answers }
            } catch {
                try Task.checkCancellation()
                guard dialog.exists else { return [] }
                let reason = "\(dialog) covers it, and the handler \"\(handler.description)\" threw: \(error)"
                throw Obstacle(.handlerFailed, reason, isPermanent: true)
            }
        }
        return answers
    }
}

/// The answer of a handler; done if it has dismissed the dialog.
typealias InterruptionAnswer = (handler: String, isDone: Bool, time: Duration)

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
