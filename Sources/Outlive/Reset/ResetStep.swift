internal import OutliveModel

/// A named part of an application, which a `ResetHost` builds and tears down.
///
/// The host holds what the step built until its teardown is over, and lets go of it before it looks for survivors.
/// So the steps after it find what they need in `value`, and an application needs no variables for its parts, which
/// would keep the old ones alive over a reset when one is forgotten. Safe to use from any thread.
public final class ResetStep<Value: Sendable>: Sendable {
    /// The step's name: timings and failures are told as `rebuild/NAME` and `teardown/NAME`.
    public let name: String

    private let build: @Sendable (LaunchInput) async throws -> Value
    private let teardown: @Sendable (Value) async throws -> Void
    private let built = Lock<Value?>(nil)

    init(
        name: String,
        build: @escaping @Sendable (LaunchInput) async throws -> Value,
        teardown: @escaping @Sendable (Value) async throws -> Void
    ) {
        self.name = name
        self.build = build
        self.teardown = teardown
    }

    /// What the step built last.
    ///
    /// - Throws: `ResetError` while the step is not built: before the start, and between teardown and rebuild.
    public var value: Value {
        get throws {
            guard let value = built.withLock({ $0 }) else {
                throw ResetError(.notBuilt, "step \"\(name)\" is not built; only the steps after it can use it")
            }
            return value
        }
    }
}

/// A step, whatever it builds.
///
/// The host alone calls it, one call at a time.
protocol RebuildableStep: Sendable {
    var name: String { get }
    var isBuilt: Bool { get }
    func rebuild(_ input: LaunchInput) async throws
    /// Tears down what is built and lets go of it, also when the teardown throws: it is not tried twice.
    func tearDown() async throws
}

extension ResetStep: RebuildableStep {
    var isBuilt: Bool { built.withLock { $0 != nil } }

    func rebuild(_ input: LaunchInput) async throws {
        let value = try await build(input)
        built.withLock { $0 = value }
    }

    func tearDown() async throws {
        guard let value = built.withLock({ $0 }) else { return }
        // The value stays reachable for other steps' teardowns until this one is over. It leaves the lock before it is
        // released, because its `deinit` may ask for `value`.
        defer { _ = built.withLock { $0.take() } }
        try await teardown(value)
    }
}
