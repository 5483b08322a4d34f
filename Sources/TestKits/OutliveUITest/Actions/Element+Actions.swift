extension Element {
    /// Clicks the middle of the element with the main pointer button, one or more times.
    ///
    /// Waits until the element is hittable and enabled, but not for effects of the click. Gestures that count presses
    /// combine taps at one place within the double-click time, as they do for a user. In GTK that is 0.4 s, which a
    /// busy machine may exceed unless `gtk-double-click-time` in `settings.ini` is longer.
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
        try await action("tap", limit, fileID, line).perform { element, screen in
            let point = try element.middle
            for _ in 1...count { try screen.pointer(.click, at: point) }
        }
    }

    /// Clicks twice, like `tap(count: 2)`.
    public nonisolated(nonsending) func doubleTap(
        within limit: Duration = .seconds(10), fileID: String = #fileID, line: Int = #line
    ) async throws {
        try await tap(count: 2, within: limit, fileID: fileID, line: line)
    }

    /// Presses the middle of the element, moves the pointer by some pixels and releases.
    ///
    /// Waits and throws as `tap` does.
    public nonisolated(nonsending) func swipe(
        _ direction: SwipeDirection, by pixels: Int = 150, within limit: Duration = .seconds(10),
        fileID: String = #fileID, line: Int = #line
    ) async throws {
        try await action("swipe \(direction.rawValue) on", limit, fileID, line).perform { element, screen in
            let start = try element.middle
            let steps = direction.steps(from: start, by: pixels)
            try screen.pointer(.press, at: start)
            for step in steps { try screen.pointer(.move, at: step) }
            try screen.pointer(.release, at: steps.last ?? start)
        }
    }

    /// Scrolls the element into view with the scroll bars of the containers that clip it.
    ///
    /// Other actions do this automatically. Waits until the element is enabled and hittable, and throws as `tap` does.
    public nonisolated(nonsending) func scrollIntoView(
        within limit: Duration = .seconds(10), fileID: String = #fileID, line: Int = #line
    ) async throws {
        try await action("scroll to", limit, fileID, line).perform { _, _ in }
    }

    /// Turns the wheel over the enclosing scroll pane, or over the element itself; `scroll(.down)` reveals content
    /// below.
    ///
    /// Waits until the pointer can be placed there, and throws as `tap` does.
    ///
    /// - Parameters:
    ///   - direction: The direction of the content to reveal.
    ///   - steps: The number of wheel steps, at least 1. The application determines their size.
    public nonisolated(nonsending) func scroll(
        _ direction: SwipeDirection, by steps: Int = 3, within limit: Duration = .seconds(10),
        fileID: String = #fileID, line: Int = #line
    ) async throws {
        precondition(steps >= 1, "a scroll is at least one step")
        let action = action("scroll \(direction.rawValue) on", limit, fileID, line)
        try await action.perform(at: { try $0.enclosingPane }) { pane, screen in
            let point = try pane.middle
            for _ in 1...steps { try screen.pointer(.scroll(direction), at: point) }
        }
    }

    /// Focuses the element, appends to its text and moves the caret to the end.
    ///
    /// Waits until the element is hittable and enabled. The text is inserted as a whole, without key events, because
    /// synthetic keys fail for characters that the keyboard lacks.
    ///
    /// - Throws: `ElementError`, immediately if the element has no editable text or `text` contains a NUL, or
    ///   `CancellationError` if the task is cancelled.
    public nonisolated(nonsending) func typeText(
        _ text: String, within limit: Duration = .seconds(10), fileID: String = #fileID, line: Int = #line
    ) async throws {
        try await action("type text into", limit, fileID, line).write(text) { try $0.append(text) }
    }

    /// Focuses the element and replaces its text.
    ///
    /// Waits and throws as `typeText` does.
    public nonisolated(nonsending) func clearAndEnterText(
        _ text: String, within limit: Duration = .seconds(10), fileID: String = #fileID, line: Int = #line
    ) async throws {
        try await action("enter text into", limit, fileID, line).write(text) { try $0.replaceText(with: text) }
    }

    /// Focuses the element and presses a key while modifiers are held.
    ///
    /// If the element gains the focus, the caret moves to the end of its text. If it already has the focus, the caret
    /// stays. Waits and throws as `tap` does.
    public nonisolated(nonsending) func press(
        _ key: Key, _ modifiers: KeyModifiers = [], within limit: Duration = .seconds(10), fileID: String = #fileID,
        line: Int = #line
    ) async throws {
        try await action("press \(modifiers.description(with: key)) in", limit, fileID, line).perform {
            element, screen in
            try element.takeFocus()
            try screen.press(key, modifiers)
        }
    }

    private func action(_ verb: String, _ limit: Duration, _ fileID: String, _ line: Int) -> ElementAction {
        ElementAction(verb: verb, element: self, limit: limit, fileID: fileID, line: line)
    }
}

extension ElementAction {
    fileprivate nonisolated(nonsending) func write(
        _ text: String, _ change: (any AccessibleNode) throws -> Void
    ) async throws {
        try await perform(checking: { try $0.checkAccepts(text) }) { element, _ in
            try element.takeFocus()
            try change(element.node)
            // An application may replace the field as soon as its text changes. The text is entered by then, and must
            // not be entered again into the new field.
            do { try element.node.moveCaretToEnd() } catch is ElementGone {}
        }
    }
}

extension LocatedNode {
    /// Throws an `Obstacle` unless a given text can be entered into the element.
    fileprivate func checkAccepts(_ text: String) throws {
        guard !text.utf8.contains(0) else {
            throw Obstacle(
                .notWritable, "the text contains a NUL character, which would end it: remove it", isPermanent: true)
        }
        guard try node.hasEditableText else {
            throw Obstacle(.notText, "a \(try node.role) has no editable text", isPermanent: true)
        }
        // A disabled field is not editable either, but may become so. The action waits for that.
        guard states.contains(.editable) || !states.isUsable else {
            throw Obstacle(.notEditable, "its text is read-only", isPermanent: true)
        }
    }

    /// Focuses the element unless it has the focus.
    ///
    /// A field selects its text when it gains the focus, so the next key would replace the text.
    fileprivate func takeFocus() throws {
        guard !states.contains(.focused) else { return }
        try node.grabFocus()
        try node.moveCaretToEnd()
    }

    /// The innermost enclosing scroll pane, or the element itself if there is none.
    fileprivate var enclosingPane: LocatedNode {
        get throws {
            guard let depth = try ancestors.lastIndex(where: { try $0.role == .scrollPane }) else { return self }
            return try ancestor(at: depth)
        }
    }
}
