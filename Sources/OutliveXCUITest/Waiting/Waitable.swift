#if canImport(XCUIAutomation)
/// Something that a UI test can wait for: an element, an application, a page object.
///
///     try await app.buttons["favourite"].wait(until: \.isHittable)
///         .wait(until: \.label, matches: "Remove from favourites")
///         .wait(untilNot: \.isSelected)
///
/// The first look is at once, the next ones after pauses of 1 ms, 2 ms, 4 ms up to 100 ms, and one at the end. An
/// element that is not there means "not yet", whatever is waited for, other than that it does not exist or cannot be
/// hit.
///
/// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
@MainActor
public protocol Waitable {
    /// Whether a property of it can be looked at now; where it cannot, that means "not yet".
    func canRead(_ property: AnyKeyPath) -> Bool

    /// What a property of it is called in failures.
    ///
    /// - Returns: nil for the name that the compiler kept, which it does for stored properties only.
    func waitDescription(of property: AnyKeyPath) -> String?
}

extension Waitable {
    /// True: all properties can be looked at.
    public func canRead(_ property: AnyKeyPath) -> Bool { true }

    /// Nil: the name that the compiler kept.
    public func waitDescription(of property: AnyKeyPath) -> String? { nil }

    /// Waits until a property is true.
    ///
    /// - Parameters:
    ///   - property: what to look at.
    ///   - limit: the longest wait; a look under way is waited for, also beyond it.
    ///   - description: what is waited for, in words; the property's name by default, where the compiler kept it.
    ///   - fileID: where a failure points to.
    ///   - line: where a failure points to.
    /// - Returns: itself, so that the next wait or action can follow.
    /// - Throws: `WaitFailure` with what was last seen; `CancellationError` when the task is cancelled.
    @discardableResult
    public func wait(
        until property: KeyPath<Self, Bool>, within limit: Duration = .seconds(10),
        describedAs description: String? = nil, fileID: String = #fileID, line: Int = #line
    ) async throws -> Self {
        try await wait(property, description ?? words(property), limit, fileID, line) { $0 }
    }

    /// Waits until a property is false, as that something is gone.
    ///
    /// Parameters, result and errors are those of `wait(until:)`.
    @discardableResult
    public func wait(
        untilNot property: KeyPath<Self, Bool>, within limit: Duration = .seconds(10),
        describedAs description: String? = nil, fileID: String = #fileID, line: Int = #line
    ) async throws -> Self {
        try await wait(property, description ?? "not \(words(property))", limit, fileID, line) { !$0 }
    }

    /// Waits until a property has a value.
    ///
    /// Parameters, result and errors are those of `wait(until:)`.
    @discardableResult
    public func wait<Value: Equatable>(
        until property: KeyPath<Self, Value>, matches value: Value, within limit: Duration = .seconds(10),
        describedAs description: String? = nil, fileID: String = #fileID, line: Int = #line
    ) async throws -> Self {
        try await wait(
            property, description ?? "\(words(property)) to be \(String(reflecting: value))", limit, fileID, line
        ) { $0 == value }
    }

    private func wait<Value>(
        _ property: KeyPath<Self, Value>, _ awaited: @autoclosure () -> String, _ limit: Duration, _ fileID: String,
        _ line: Int, until isWanted: (Value) -> Bool
    ) async throws -> Self {
        let begun = SuspendingClock.now
        var lastSeen: Value?
        var looks = 0
        let isThere = try await poll(within: limit) {
            looks += 1
            lastSeen = canRead(property) ? .some(self[keyPath: property]) : nil
            return lastSeen.map(isWanted) ?? false
        }
        guard !isThere else { return self }
        throw WaitFailure(
            awaited: awaited(), lastSeen: lastSeen.map { String(reflecting: $0) }, waited: begun.duration(to: .now),
            looks: looks, fileID: fileID, line: line)
    }

    private func words(_ property: PartialKeyPath<Self>) -> String { waitDescription(of: property) ?? property.words }
}

extension PartialKeyPath {
    /// The property's name, or whose it is: of a computed property the compiler keeps an address only.
    fileprivate var words: String {
        let name = "\(self)"
        return name.contains("<computed") ? "a property of \(Root.self)" : name
    }
}
#endif
