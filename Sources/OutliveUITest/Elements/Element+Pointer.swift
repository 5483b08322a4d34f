extension Element {
    /// Presses and releases the pointer's main button over its middle.
    ///
    /// It waits until the element is hittable and enabled. What the press leads to is not waited for. To gestures that
    /// count presses, taps on one place that follow each other faster than a double click are one row of presses, as
    /// those of a person are. How fast that is the toolkit says: GTK 0.4 s, which a busy machine may miss, unless
    /// `gtk-double-click-time` in its `settings.ini` is longer.
    ///
    /// - Parameters:
    ///   - count: how many presses follow each other at once, at least 1.
    ///   - limit: the longest wait.
    ///   - fileID: where a failure points to.
    ///   - line: where a failure points to.
    /// - Throws: `ElementError` with what was in the way; `CancellationError` when the task is cancelled.
    public nonisolated(nonsending) func tap(
        count: Int = 1, within limit: Duration = .seconds(10), fileID: String = #fileID, line: Int = #line
    ) async throws {
        precondition(count >= 1, "a tap is at least one press")
        let action = ElementAction(verb: "tap", element: self, limit: limit, fileID: fileID, line: line)
        try await action.perform { place, screen in
            let point = try place.middle
            for _ in 1...count { try screen.pointer(.click, at: point) }
        }
    }

    /// Presses twice, as `tap(count: 2)` does.
    public nonisolated(nonsending) func doubleTap(
        within limit: Duration = .seconds(10), fileID: String = #fileID, line: Int = #line
    ) async throws {
        try await tap(count: 2, within: limit, fileID: fileID, line: line)
    }

    /// Presses on its middle, moves and releases, as the gesture that closes a card.
    ///
    /// - Parameters:
    ///   - direction: where to.
    ///   - pixels: how far.
    ///   - limit: the longest wait until the element can be pressed.
    ///   - fileID: where a failure points to.
    ///   - line: where a failure points to.
    /// - Throws: `ElementError` with what was in the way; `CancellationError` when the task is cancelled.
    public nonisolated(nonsending) func swipe(
        _ direction: SwipeDirection, by pixels: Int = 150, within limit: Duration = .seconds(10),
        fileID: String = #fileID, line: Int = #line
    ) async throws {
        let verb = "swipe \(direction.rawValue) on"
        let action = ElementAction(verb: verb, element: self, limit: limit, fileID: fileID, line: line)
        try await action.perform { place, screen in
            let start = try place.middle
            let steps = direction.steps(from: start, by: pixels)
            try screen.pointer(.press, at: start)
            for step in steps { try screen.pointer(.move, at: step) }
            try screen.pointer(.release, at: steps.last ?? start)
        }
    }
}

extension Place {
    /// Where it is pressed: read at the last moment.
    fileprivate var middle: ScreenPoint {
        get throws {
            guard let frame = try node.frame else { throw ElementGone() }
            return frame.middle
        }
    }
}
