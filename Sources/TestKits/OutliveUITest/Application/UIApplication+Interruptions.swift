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
