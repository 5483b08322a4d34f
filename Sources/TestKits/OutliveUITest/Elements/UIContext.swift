internal import Foundation
internal import OutliveDriver
internal import OutliveSupport

/// The state shared by the copies of a `UIApplication`, its queries and elements.
final class UIContext: Sendable {
    let process: @Sendable () -> Int32?
    let backend: any AccessibilityBackend
    /// The clock of waits and actions.
    let clock: any Clock<Duration>
    let interruptions = InterruptionHandlers()
    private let reported = Lock<Set<AccessibilityError>>([])

    init(process: @escaping @Sendable () -> Int32?, backend: any AccessibilityBackend, clock: any Clock<Duration>) {
        (self.process, self.backend, self.clock) = (process, backend, clock)
    }

    /// Accesses the application; retries up to twice if an element disappears during the access.
    func look<Seen: Sendable>(_ body: (any AccessibleScreen) throws -> Seen) throws -> Seen {
        guard let process = process() else { throw AccessibilityError.noProcess }
        for _ in 1...2 {
            do { return try backend.look(at: process, body) } catch is ElementGone {}
        }
        return try backend.look(at: process, body)
    }

    /// Returns the result of an access, or `nil` if it failed.
    ///
    /// Properties cannot throw. The error is reported to a wait that reads the property. An error of the machine's
    /// setup is also printed once on standard error.
    ///
    /// - Parameter hides: Returns `true` if the state of the elements is unknown after the error. Otherwise `nil` is an
    ///   answer.
    func glance<Seen: Sendable>(
        hiddenBy hides: (AccessibilityError) -> Bool = \.hidesElements,
        _ body: (any AccessibleScreen) throws -> Seen?
    ) -> Seen? {
        do {
            return try look(body)
        } catch let error as AccessibilityError {
            CheckErrors.note(error, hides: hides(error))
            let isNew = error.isLasting && reported.withLock { $0.insert(error).inserted }
            if isNew { FileHandle.standardError.write(Data("OutliveUITest: \(error)\n".utf8)) }
            return nil
        } catch {
            return nil
        }
    }
}
