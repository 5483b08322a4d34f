extension Element {
    /// Scrolls it into view, by the scroll bars of what it is scrolled out of.
    ///
    /// Actions do that by themselves. It waits until nothing is in the way of the element, which has to be enabled.
    ///
    /// - Parameters:
    ///   - limit: the longest wait.
    ///   - fileID: where a failure points to.
    ///   - line: where a failure points to.
    /// - Throws: `ElementError` with what was in the way; `CancellationError` when the task is cancelled.
    public nonisolated(nonsending) func scrollIntoView(
        within limit: Duration = .seconds(10), fileID: String = #fileID, line: Int = #line
    ) async throws {
        let action = ElementAction(verb: "scroll to", element: self, limit: limit, fileID: fileID, line: line)
        try await action.perform { _, _ in }
    }

    /// Turns the wheel over the middle of what it scrolls in, else of itself: `scroll(.down)` shows what is further down.
    ///
    /// - Parameters:
    ///   - direction: where to look.
    ///   - steps: how many steps of the wheel, at least 1; how far each goes is up to the application.
    ///   - limit: the longest wait until the pointer can be there.
    ///   - fileID: where a failure points to.
    ///   - line: where a failure points to.
    /// - Throws: `ElementError` with what was in the way; `CancellationError` when the task is cancelled.
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
    /// What it scrolls in, else itself.
    fileprivate var pane: Place {
        get throws {
            guard let depth = try ancestors.lastIndex(where: { try $0.role == .scrollPane }) else { return self }
            let pane = ancestors[depth]
            return Place(
                node: pane, path: Array(path[...depth]), ancestors: Array(ancestors[..<depth]), states: try pane.states)
        }
    }
}
