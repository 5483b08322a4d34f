internal import Foundation
internal import OutliveDriver

/// What the copies of an application's value share, and its queries and elements.
final class UIContext: Sendable {
    let process: @Sendable () -> Int32?
    let backend: any AccessibilityBackend
    /// What waits and actions are measured by.
    let clock: any Clock<Duration>
    let interruptions = InterruptionHandlers()
    private let reported = Locked<Set<AccessibilityError>>([])

    init(process: @escaping @Sendable () -> Int32?, backend: any AccessibilityBackend, clock: any Clock<Duration>) {
        (self.process, self.backend, self.clock) = (process, backend, clock)
    }

    /// Takes one look at the application; a look that meets an element that goes just then is taken again, twice.
    func look<Seen: Sendable>(_ body: (any AccessibleScreen) throws -> Seen) throws -> Seen {
        guard let process = process() else { throw AccessibilityError.noProcess }
        for _ in 1...2 {
            do { return try backend.look(at: process, body) } catch is ElementGone {}
        }
        return try backend.look(at: process, body)
    }

    /// What a look saw; nil when there was nothing to see.
    ///
    /// A property has no way to throw: a wait that looks at it is told, and that the machine lacks something is written
    /// to the standard error, once.
    ///
    /// - Parameter hides: whether an error leaves open what there is; nil is an answer otherwise.
    func glance<Seen: Sendable>(
        hiddenBy hides: (AccessibilityError) -> Bool = \.hidesElements,
        _ body: (any AccessibleScreen) throws -> Seen?
    ) -> Seen? {
        do {
            return try look(body)
        } catch let error as AccessibilityError {
            LookTrouble.note(error, hides: hides(error))
            let isNew = error.isLasting && reported.withLock { $0.insert(error).inserted }
            if isNew { FileHandle.standardError.write(Data("OutliveUITest: \(error)\n".utf8)) }
            return nil
        } catch {
            return nil
        }
    }
}
