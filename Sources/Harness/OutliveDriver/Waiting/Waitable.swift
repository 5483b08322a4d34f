/// A value that a test can wait for: the state of an application, a page of it, or an element on the page.
///
///     try await page.wait(until: \.isLoaded)
///         .wait(until: \.title, matches: "Notes")
///         .wait(untilNot: \.hasSpinner)
///         .wait(until: { try await $0.count() > 3 }, describedAs: "more than 3 notes")
///
/// The first check is immediate. The next ones follow after 1 ms, 2 ms, 4 ms and so on up to 100 ms, and a last one at
/// the timeout. A check that throws counts as "not yet", and so does a check of windows that cannot be inspected,
/// because an element out of sight may still exist. A check in progress is never interrupted, even after the timeout,
/// so requests to an application should have a timeout of their own. Checks run in the caller's isolation, for example
/// on the main actor.
public protocol Waitable {
    /// The clock of timeouts.
    var waitClock: any Clock<Duration> { get }

    /// Returns the name of a property in failures.
    ///
    /// - Returns: the name, or `nil` for the compiler's name, which only stored properties have.
    func waitDescription(of property: AnyKeyPath) -> String?
}

extension Waitable {
    /// A clock that stops while the machine sleeps.
    public var waitClock: any Clock<Duration> { SuspendingClock() }

    /// Returns `nil`, for the compiler's name.
    public func waitDescription(of property: AnyKeyPath) -> String? { nil }

    /// Waits until a property is `true`.
    ///
    /// - Parameters:
    ///   - property: the property to check.
    ///   - limit: the timeout.
    ///   - description: a description of the condition, by default the property's name, if the compiler kept it.
    ///   - fileID: the file in a failure.
    ///   - line: the line in a failure.
    /// - Returns: `self`, for the next wait or action.
    /// - Throws: `WaitFailure` with the last state; `CancellationError` if the task is cancelled.
    @discardableResult
    public nonisolated(nonsending) func wait(
        until property: KeyPath<Self, Bool>, within limit: Duration = .seconds(10),
        describedAs description: String? = nil,
        fileID: String = #fileID, line: Int = #line
    ) async throws -> Self {
        try await wait(description ?? name(of: property), limit, fileID, line, { self[keyPath: property] }) { $0 }
    }

    /// Waits until a property is `false`, for example that something has disappeared.
    ///
    /// Parameters, result and errors: see `wait(until:)`.
    @discardableResult
    public nonisolated(nonsending) func wait(
        untilNot property: KeyPath<Self, Bool>, within limit: Duration = .seconds(10),
        describedAs description: String? = nil, fileID: String = #fileID, line: Int = #line
    ) async throws -> Self {
        let awaited = description ?? "not \(name(of: property))"
        return try await wait(awaited, limit, fileID, line, { self[keyPath: property] }) { !$0 }
    }

    /// Waits until a property has a value.
    ///
    /// Parameters, result and errors: see `wait(until:)`.
    @discardableResult
    public nonisolated(nonsending) func wait<Value: Equatable>(
        until property: KeyPath<Self, Value>, matches value: Value, within limit: Duration = .seconds(10),
        describedAs description: String? = nil, fileID: String = #fileID, line: Int = #line
    ) async throws -> Self {
        let awaited = description ?? "\(name(of: property)) to be \(sourceText(value))"
        return try await wait(awaited, limit, fileID, line, { self[keyPath: property] }) { $0 == value }
    }

    /// Waits until a condition is true.
    ///
    /// Parameters, result and errors: see `wait(until:)`. The condition may call the application.
    @discardableResult
    public nonisolated(nonsending) func wait(
        until condition: nonisolated(nonsending) (Self) async throws -> Bool, within limit: Duration = .seconds(10),
        describedAs description: String? = nil, fileID: String = #fileID, line: Int = #line
    ) async throws -> Self {
        let awaited = description ?? "a condition of \(Self.self)"
        return try await wait(awaited, limit, fileID, line, { try await condition(self) }) { $0 }
    }

    /// Waits until a condition is false.
    ///
    /// Parameters, result and errors: see `wait(until:)`. A check that throws does not count as false.
    @discardableResult
    public nonisolated(nonsending) func wait(
        untilNot condition: nonisolated(nonsending) (Self) async throws -> Bool, within limit: Duration = .seconds(10),
        describedAs description: String? = nil, fileID: String = #fileID, line: Int = #line
    ) async throws -> Self {
        let awaited = description ?? "the end of a condition of \(Self.self)"
        return try await wait(awaited, limit, fileID, line, { try await condition(self) }) { !$0 }
    }

    /// Returns the name of a property, or else the name of its owner's type: of a computed property, only an address is
    /// known.
    private func name(of property: PartialKeyPath<Self>) -> String {
        if let name = waitDescription(of: property) { return name }
        let name = "\(property)"
        return name.contains("<computed") ? "a property of \(Self.self)" : name
    }

    private nonisolated(nonsending) func wait<Value>(
        _ awaited: String, _ limit: Duration, _ fileID: String, _ line: Int,
        _ check: nonisolated(nonsending) () async throws -> Value, until isWanted: (Value) -> Bool
    ) async throws -> Self {
        _ = try await awaitState(
            awaited, within: limit, clock: waitClock, fileID: fileID, line: line, check, until: isWanted)
        return self
    }
}
