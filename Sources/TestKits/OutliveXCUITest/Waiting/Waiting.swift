#if canImport(XCUIAutomation)
/// A value that a UI test can wait for: an element, an application, a page object.
///
///     try await app.buttons["favourite"].wait(until: \.isHittable)
///         .wait(until: \.label, matches: "Remove from favourites")
///         .wait(untilNot: \.isSelected)
///
/// The value is checked immediately, then after pauses of 1 ms, 2 ms, 4 ms up to 100 ms, and once at the end. While an
/// element is missing, the wait continues, unless it waits until the element does not exist or is not hittable.
/// Type-checked against stubs; not run.
@MainActor
public protocol Waitable {
    /// Returns `true` if a property can be read now; otherwise the wait continues.
    func canRead(_ property: AnyKeyPath) -> Bool

    /// Returns the name of a property in failures.
    ///
    /// - Returns: `nil` for the compiler's name, which exists only for stored properties.
    func waitDescription(of property: AnyKeyPath) -> String?
}

extension Waitable {
    /// Returns `true`: all properties can be read.
    public func canRead(_ property: AnyKeyPath) -> Bool { true }
    /// Returns `nil`, which selects the compiler's name.
    public func waitDescription(of property: AnyKeyPath) -> String? { nil }

    /// Waits until a property is `true`.
    ///
    /// - Parameters:
    ///   - property: The property to check.
    ///   - limit: The longest wait. A check in progress completes even after it.
    ///   - description: The description of the condition, by default the property's name if the compiler kept it.
    ///   - fileID: The file reported in a failure.
    ///   - line: The line reported in a failure.
    /// - Returns: The value itself, for chained calls.
    /// - Throws: `WaitFailure` with the last value, or `CancellationError` if the task is cancelled.
    @discardableResult
    public func wait(
        until property: KeyPath<Self, Bool>, within limit: Duration = .seconds(10),
        describedAs description: String? = nil, fileID: String = #fileID, line: Int = #line
    ) async throws -> Self {
        try await wait(property, description ?? words(property), limit, fileID, line) { $0 }
    }

    /// Waits until a property is `false`, for example until an element no longer exists.
    ///
    /// Parameters, result and errors: see `wait(until:)`.
    @discardableResult
    public func wait(
        untilNot property: KeyPath<Self, Bool>, within limit: Duration = .seconds(10),
        describedAs description: String? = nil, fileID: String = #fileID, line: Int = #line
    ) async throws -> Self {
        try await wait(property, description ?? "not \(words(property))", limit, fileID, line) { !$0 }
    }

    /// Waits until a property has a value.
    ///
    /// Parameters, result and errors: see `wait(until:)`.
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
        var checks = 0
        let isThere = try await poll(within: limit) {
            checks += 1
            lastSeen = canRead(property) ? .some(self[keyPath: property]) : nil
            return lastSeen.map(isWanted) ?? false
        }
        guard !isThere else { return self }
        throw WaitFailure(
            awaited: awaited(), lastSeen: lastSeen.map { String(reflecting: $0) }, waited: begun.duration(to: .now),
            checks: checks, fileID: fileID, line: line)
    }

    private func words(_ property: PartialKeyPath<Self>) -> String { waitDescription(of: property) ?? property.words }
}

extension PartialKeyPath {
    /// The name of the property, or of its type if the compiler keeps only an address, as for computed properties.
    fileprivate var words: String {
        let name = "\(self)"
        return name.contains("<computed") ? "a property of \(Root.self)" : name
    }
}

/// A condition that was not met in time (type-checked against stubs; not run).
public struct WaitFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The awaited condition.
    public let awaited: String
    /// The last value, or `nil` if it could not be read.
    public let lastSeen: String?
    /// The time waited.
    public let waited: Duration
    /// The number of checks, at least 1.
    public let checks: Int
    /// The compiler's `#fileID` of the wait: `Module/File.swift`.
    public let fileID: String
    /// The line of the wait, counted from 1.
    public let line: Int

    /// The condition, the last value and the location in one line.
    public var description: String {
        let seen = lastSeen.map { "last seen \($0)" } ?? "no value was read"
        return "timed out after \(waited) waiting for \(awaited) (\(checks) check\(checks == 1 ? "" : "s")): \(seen) "
            + "(\(fileID):\(line))"
    }
}

/// Checks a condition immediately, then after pauses of 1 ms, 2 ms, 4 ms up to 100 ms, and once at the end.
///
/// - Returns: `true` if the condition was met in time.
/// - Throws: The errors of the condition, or `CancellationError`.
nonisolated(nonsending) func poll(
    within limit: Duration, _ check: nonisolated(nonsending) () async throws -> Bool
) async throws -> Bool {
    let clock = SuspendingClock()
    let end = clock.now.advanced(by: limit)
    var pause = Duration.milliseconds(1)
    while true {
        let isLast = clock.now >= end
        if try await check() { return true }
        if isLast { return false }
        try await clock.sleep(until: min(end, clock.now.advanced(by: pause)), tolerance: nil)
        pause = min(pause * 2, .milliseconds(100))
    }
}
#endif
