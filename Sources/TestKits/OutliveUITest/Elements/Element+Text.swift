extension Element {
    /// Focuses the element, appends to its text and moves the caret to the end.
    ///
    /// Waits until the element is hittable and enabled. The text is inserted as a whole, without key events, because
    /// synthetic keys fail for letters that the keyboard lacks.
    ///
    /// - Parameters:
    ///   - text: The text to append.
    ///   - limit: The longest wait.
    ///   - fileID: The file reported in a failure.
    ///   - line: The line reported in a failure.
    /// - Throws: `ElementError`, immediately if the element has no editable text or `text` contains a NUL, or
    ///   `CancellationError` if the task is cancelled.
    public nonisolated(nonsending) func typeText(
        _ text: String, within limit: Duration = .seconds(10), fileID: String = #fileID, line: Int = #line
    ) async throws {
        let action = ElementAction(verb: "type text into", element: self, limit: limit, fileID: fileID, line: line)
        try await action.perform(checking: { try Self.check(text, for: $0) }) { place, _ in
            try place.write { try $0.append(text) }
        }
    }

    /// Focuses the element, and replaces its text.
    ///
    /// Parameters, errors and effects are those of `typeText`.
    public nonisolated(nonsending) func clearAndEnterText(
        _ text: String, within limit: Duration = .seconds(10), fileID: String = #fileID, line: Int = #line
    ) async throws {
        let action = ElementAction(verb: "enter text into", element: self, limit: limit, fileID: fileID, line: line)
        try await action.perform(checking: { try Self.check(text, for: $0) }) { place, _ in
            try place.write { try $0.replaceText(with: text) }
        }
    }

    private static func check(_ text: String, for place: Place) throws {
        guard !text.utf8.contains(0) else {
            throw Obstacle(
                code: .notWritable, words: "the text holds a NUL character, where it would be cut: leave that out",
                isLasting: true)
        }
        guard try place.node.holdsEditableText else {
            throw Obstacle(
                code: .notText, words: "a \(try place.node.role.words) holds no text that can be edited",
                isLasting: true)
        }
        // A disabled field is not editable either, but that may change. The action waits for it.
        guard place.states.contains(.editable) || !place.states.isUsable else {
            throw Obstacle(code: .notEditable, words: "its text is only to be read", isLasting: true)
        }
    }

    /// Focuses the element, and presses a key.
    ///
    /// If the element gains the focus, the caret moves to the end of its text. If it already has the focus, the caret
    /// stays.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - modifiers: The keys held meanwhile.
    ///   - limit: The longest wait until the element is usable.
    ///   - fileID: The file reported in a failure.
    ///   - line: The line reported in a failure.
    /// - Throws: `ElementError` that describes the obstacle, or `CancellationError` if the task is cancelled.
    public nonisolated(nonsending) func press(
        _ key: Key, _ modifiers: KeyModifiers = [], within limit: Duration = .seconds(10), fileID: String = #fileID,
        line: Int = #line
    ) async throws {
        let verb = "press \(modifiers.words(with: key)) in"
        let action = ElementAction(verb: verb, element: self, limit: limit, fileID: fileID, line: line)
        try await action.perform { place, screen in
            try place.takeFocus()
            try screen.press(key, modifiers)
        }
    }
}

extension Place {
    /// Focuses the element, changes its text and moves the caret to the end.
    fileprivate func write(_ change: (any AccessibleNode) throws -> Void) throws {
        try takeFocus()
        try change(node)
        // An application may replace the field as soon as its text changes. The text has been entered by then and must
        // not be entered again into the new field.
        do { try node.moveCaretToEnd() } catch is ElementGone {}
    }

    /// Focuses the element unless it has the focus.
    ///
    /// A field selects its text when it gains the focus, so the next key would replace it.
    fileprivate func takeFocus() throws {
        guard !states.contains(.focused) else { return }
        try node.grabFocus()
        try node.moveCaretToEnd()
    }
}
