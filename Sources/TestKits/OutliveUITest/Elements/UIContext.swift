internal import Foundation
internal import OutliveDriver
internal import OutliveSupport

/// The state shared by the copies of a `UIApplication`, its queries and elements.
final class UIContext: Sendable {
    let process: @Sendable () -> Int32?
    let backend: any AccessibilityBackend
    let clock: any Clock<Duration>
    let interruptions = InterruptionHandlers()
    private let reported = Lock<Set<AccessibilityError>>([])

    init(process: @escaping @Sendable () -> Int32?, backend: any AccessibilityBackend, clock: any Clock<Duration>) {
        (self.process, self.backend, self.clock) = (process, backend, clock)
    }

    /// Accesses the application; retries up to twice if an element disappears during the access.
    func access<Value: Sendable>(_ body: (any AccessibleScreen) throws -> Value) throws -> Value {
        guard let process = process() else { throw AccessibilityError.noProcess }
        for _ in 1...2 {
            do { return try backend.access(process, body) } catch is ElementGone {}
        }
        return try backend.access(process, body)
    }

    /// Returns the result of an access, or `nil` if it failed.
    ///
    /// Properties do not throw, so the error is reported to a wait that reads the property. An error of the machine's
    /// setup is also printed once on standard error.
    ///
    /// - Parameter hides: Returns `true` if the state of the elements is unknown after the error. Otherwise `nil` is a
    ///   valid answer.
    func read<Value: Sendable>(
        hiddenBy hides: (AccessibilityError) -> Bool = \.hidesElements,
        _ body: (any AccessibleScreen) throws -> Value?
    ) -> Value? {
        do {
            return try access(body)
        } catch let error as AccessibilityError {
            CheckErrors.note(error, hides: hides(error))
            let isNew = error.isPermanent && reported.withLock { $0.insert(error).inserted }
            if isNew { FileHandle.standardError.write(Data("OutliveUITest: \(error)\n".utf8)) }
            return nil
        } catch {
            return nil
        }
    }
}
