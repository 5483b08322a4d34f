extension Element {
    /// Scrolls the element into view with the scroll bars of the containers that clip it.
    ///
    /// Other actions do this automatically. Waits until the element is enabled and has no obstacle.
    ///
    /// - Parameters:
    ///   - limit: The longest wait.
    ///   - fileID: The file reported in a failure.
    ///   - line: The line reported in a failure.
    /// - Throws: `ElementError` that describes the obstacle, or `CancellationError` if the task is cancelled.
    public nonisolated(nonsending) func scrollIntoView(
        within limit: Duration = .seconds(10), fileID: String = #fileID, line: Int = #line
    ) async throws {
        let action = ElementAction(verb: "scroll to", element: self, limit: limit, fileID: fileID, line: line)
        try await action.perform { _, _ in }
    }

    /// Turns the wheel over the enclosing scroll pane, or else over the element; `scroll(.down)` reveals content below.
    ///
    /// - Parameters:
    ///   - direction: The direction of the content to reveal.
    ///   - steps: The number of wheel steps, at least 1. The application determines their size.
    ///   - limit: The longest wait until the pointer can be placed there.
    ///   - fileID: The file reported in a failure.
    ///   - line: The line reported in a failure.
    /// - Throws: `ElementError` that describes the obstacle, or `CancellationError` if the task is cancelled.
    public nonisolated(nonsending) func scroll(
        _ direction: SwipeDirection, by steps: Int = 3, within limit: Duration = .seconds(10),
        fileID: String = #fileID, line: Int = #line
    ) async throws {
        precondition(steps >= 1, "a scroll is at least one step")
        let verb = "scroll \(direction.rawValue) on"
        let action = ElementAction(verb: verb, element: self, limit: limit, fileID: fileID, line: line)
        try await action.perform(aimingAt: { try $0.pane }) { place, screen in
            guard let point = try place.node.frame?.middle else { throw ElementGone() }
            for _ in 1...steps { try screen.pointer(.scroll(direction), at: point) }
        }
    }
}

extension Place {
    /// The innermost enclosing scroll pane, or else the element itself.
    fileprivate var pane: Place {
        get throws {
            guard let depth = try ancestors.lastIndex(where: { try $0.role == .scrollPane }) else { return self }
            let pane = ancestors[depth]
            return Place(
                node: pane, path: Array(path[...depth]), ancestors: Array(ancestors[..<depth]), states: try pane.states)
        }
    }
}
