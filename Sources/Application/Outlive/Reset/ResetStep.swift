internal import OutliveSupport
internal import OutliveWire

/// A named part of an application, which a `ResetHost` builds and tears down.
///
/// The host retains the result of the step until its teardown is over, and releases it before the sweep. Later steps
/// read it from `value`, so an application needs no variables for its parts, which could keep old ones alive over a
/// reset. Safe to use from any thread.
public final class ResetStep<Value: Sendable>: Sendable {
    /// The step's name; timings and failures use `rebuild/NAME` and `teardown/NAME`.
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

    /// The result of the latest build.
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

/// A step, independent of the type that it builds.
///
/// Only the host calls it, one call at a time.
protocol RebuildableStep: Sendable {
    var name: String { get }
    var isBuilt: Bool { get }
    func rebuild(_ input: LaunchInput) async throws
    /// Tears down what is built and releases it, even if the teardown throws. It is not repeated.
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
        // Teardowns of other steps can use the value until this one is over. The value leaves the lock before it is
        // released, because its `deinit` may read `value`.
        defer { _ = built.withLock { $0.take() } }
        try await teardown(value)
    }
}
