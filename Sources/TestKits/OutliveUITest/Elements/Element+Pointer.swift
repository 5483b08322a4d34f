extension Element {
    /// Clicks the main pointer button on the middle of the element.
    ///
    /// Waits until the element is hittable and enabled, but not for effects of the click. Gestures that count presses
    /// combine taps on one place within the double-click time, as for a user. In GTK that is 0.4 s, which a busy
    /// machine may exceed unless `gtk-double-click-time` in `settings.ini` is longer.
    ///
    /// - Parameters:
    ///   - count: The number of consecutive clicks, at least 1.
    ///   - limit: The longest wait.
    ///   - fileID: The file reported in a failure.
    ///   - line: The line reported in a failure.
    /// - Throws: `ElementError` that describes the obstacle, or `CancellationError` if the task is cancelled.
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

    /// Clicks twice, like `tap(count: 2)`.
    public nonisolated(nonsending) func doubleTap(
        within limit: Duration = .seconds(10), fileID: String = #fileID, line: Int = #line
    ) async throws {
        try await tap(count: 2, within: limit, fileID: fileID, line: line)
    }

    /// Presses on the middle of the element, moves the pointer and releases, as in the gesture that closes a card.
    ///
    /// - Parameters:
    ///   - direction: The direction of the movement.
    ///   - pixels: The distance.
    ///   - limit: The longest wait until the element can be pressed.
    ///   - fileID: The file reported in a failure.
    ///   - line: The line reported in a failure.
    /// - Throws: `ElementError` that describes the obstacle, or `CancellationError` if the task is cancelled.
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
    /// The middle of the element, read immediately before the press.
    fileprivate var middle: ScreenPoint {
        get throws {
            guard let frame = try node.frame else { throw ElementGone() }
            return frame.middle
        }
    }
}
