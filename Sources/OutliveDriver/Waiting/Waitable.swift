/// Something that a test can wait for: the state of an application, a page of it, an element on the page.
///
///     try await page.wait(until: \.isLoaded)
///         .wait(until: \.title, matches: "Notes")
///         .wait(untilNot: \.hasSpinner)
///         .wait(until: { try await $0.count() > 3 }, describedAs: "more than 3 notes")
///
/// The first look is at once, the next ones after pauses of 1 ms, 2 ms, 4 ms up to 100 ms, and one at the end; there is
/// no wait that only lets time pass. A look that throws means "not yet", and so does one at windows that cannot be
/// seen: what is hidden is not gone. A look under way is waited for, also beyond the deadline: what asks an application
/// should have a deadline of its own. Looks are taken where the caller is, on the main actor, say.
public protocol Waitable {
    /// What waits are measured by.
    var waitClock: any Clock<Duration> { get }

    /// What a property of it is called in failures.
    ///
    /// - Returns: nil for the name that the compiler kept, which it does for stored properties only.
    func waitDescription(of property: AnyKeyPath) -> String?
}

extension Waitable {
    /// The clock that stands still while the machine sleeps.
    public var waitClock: any Clock<Duration> { SuspendingClock() }

    /// Nil: the name that the compiler kept.
    public func waitDescription(of property: AnyKeyPath) -> String? { nil }

    /// Waits until a property is true.
    ///
    /// - Parameters:
    ///   - property: what to look at.
    ///   - limit: the longest wait.
    ///   - description: what is waited for, in words; the property's name by default, where the compiler kept it.
    ///   - fileID: where a failure points to.
    ///   - line: where a failure points to.
    /// - Returns: itself, so that the next wait or action can follow.
    /// - Throws: `WaitFailure` with what was last seen; `CancellationError` when the task is cancelled.
    @discardableResult
    public nonisolated(nonsending) func wait(
        until property: KeyPath<Self, Bool>, within limit: Duration = .seconds(10),
        describedAs description: String? = nil,
        fileID: String = #fileID, line: Int = #line
    ) async throws -> Self {
        let wait = waiting(description ?? words(property), limit, fileID, line)
        _ = try await wait.wait {
            self[keyPath: property]
        } until: {
            $0
        }
        return self
    }

    /// Waits until a property is false, as that something is gone.
    ///
    /// Parameters, result and errors are those of `wait(until:)`.
    @discardableResult
    public nonisolated(nonsending) func wait(
        untilNot property: KeyPath<Self, Bool>, within limit: Duration = .seconds(10),
        describedAs description: String? = nil, fileID: String = #fileID, line: Int = #line
    ) async throws -> Self {
        let wait = waiting(description ?? "not \(words(property))", limit, fileID, line)
        _ = try await wait.wait {
            self[keyPath: property]
        } until: {
            !$0
        }
        return self
    }

    /// Waits until a property has a value.
    ///
    /// Parameters, result and errors are those of `wait(until:)`.
    @discardableResult
    public nonisolated(nonsending) func wait<Value: Equatable>(
        until property: KeyPath<Self, Value>, matches value: Value, within limit: Duration = .seconds(10),
        describedAs description: String? = nil, fileID: String = #fileID, line: Int = #line
    ) async throws -> Self {
        let awaited = description ?? "\(words(property)) to be \(Waiting.text(value))"
        _ = try await waiting(awaited, limit, fileID, line).wait {
            self[keyPath: property]
        } until: {
            $0 == value
        }
        return self
    }

    /// Waits until a condition holds.
    ///
    /// Parameters, result and errors are those of `wait(until:)`; the condition may ask the application.
    @discardableResult
    public nonisolated(nonsending) func wait(
        until condition: nonisolated(nonsending) (Self) async throws -> Bool, within limit: Duration = .seconds(10),
        describedAs description: String? = nil, fileID: String = #fileID, line: Int = #line
    ) async throws -> Self {
        let wait = waiting(description ?? "a condition of \(Self.self)", limit, fileID, line)
        _ = try await wait.wait {
            try await condition(self)
        } until: {
            $0
        }
        return self
    }

    /// Waits until a condition holds no more.
    ///
    /// Parameters, result and errors are those of `wait(until:)`. A look that throws does not tell that something is
    /// gone.
    @discardableResult
    public nonisolated(nonsending) func wait(
        untilNot condition: nonisolated(nonsending) (Self) async throws -> Bool, within limit: Duration = .seconds(10),
        describedAs description: String? = nil, fileID: String = #fileID, line: Int = #line
    ) async throws -> Self {
        let wait = waiting(description ?? "the end of a condition of \(Self.self)", limit, fileID, line)
        _ = try await wait.wait {
            try await condition(self)
        } until: {
            !$0
        }
        return self
    }

    private func words(_ property: PartialKeyPath<Self>) -> String { waitDescription(of: property) ?? property.words }

    private func waiting(_ awaited: String, _ limit: Duration, _ fileID: String, _ line: Int) -> Waiting {
        Waiting(awaited: awaited, within: limit, clock: waitClock, fileID: fileID, line: line)
    }
}

extension PartialKeyPath {
    /// The property's name, or whose it is: of a computed property the compiler keeps an address only.
    fileprivate var words: String {
        let name = "\(self)"
        return name.contains("<computed") ? "a property of \(Root.self)" : name
    }
}
