extension Element {
    /// Gives it the keyboard focus, and writes at the end of its text, where the caret is afterwards.
    ///
    /// It waits until the element is hittable and enabled. The text is inserted whole: the application sees its text
    /// change, and no keys, as keys that are made up come out wrong where the keyboard has no such letter.
    ///
    /// - Parameters:
    ///   - text: what to write.
    ///   - limit: the longest wait.
    ///   - fileID: where a failure points to.
    ///   - line: where a failure points to.
    /// - Throws: `ElementError`, at once for what holds no text that can be edited, and for a text with a NUL in it;
    ///   `CancellationError` when the task is cancelled.
    public nonisolated(nonsending) func typeText(
        _ text: String, within limit: Duration = .seconds(10), fileID: String = #fileID, line: Int = #line
    ) async throws {
        let action = ElementAction(verb: "type text into", element: self, limit: limit, fileID: fileID, line: line)
        try await action.perform(checking: { try Self.check(text, for: $0) }) { place, _ in
            try place.write { try $0.append(text) }
        }
    }

    /// Gives it the keyboard focus, and replaces its text.
    ///
    /// Parameters, errors and what the application sees are those of `typeText`.
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
        // A disabled field is not editable either: that may change, and is waited for.
        guard place.states.contains(.editable) || !place.states.isUsable else {
            throw Obstacle(code: .notEditable, words: "its text is only to be read", isLasting: true)
        }
    }

    /// Gives it the keyboard focus, and presses a key.
    ///
    /// The caret goes to the end of a text that gets the focus by this, and stays where it is in one that has it.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - modifiers: what is held meanwhile.
    ///   - limit: the longest wait until the element can be used.
    ///   - fileID: where a failure points to.
    ///   - line: where a failure points to.
    /// - Throws: `ElementError` with what was in the way; `CancellationError` when the task is cancelled.
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
    /// Changes its text, with the focus in it, and leaves the caret at the end.
    fileprivate func write(_ change: (any AccessibleNode) throws -> Void) throws {
        try takeFocus()
        try change(node)
        // An application may put another field in its place as soon as the text changes. It is written then, and must
        // not be once more into that one.
        do { try node.moveCaretToEnd() } catch is ElementGone {}
    }

    /// Gives it the keyboard focus, unless it has that.
    ///
    /// A field selects all that is in it when it gets the focus: the next key would replace it.
    fileprivate func takeFocus() throws {
        guard !states.contains(.focused) else { return }
        try node.grabFocus()
        try node.moveCaretToEnd()
    }
}
