internal import OutliveSupport

/// A limit on concurrent uses; safe to use from any thread.
package final class Limiter: Sendable {
    private let limit: Int
    private let larger: Limiter?
    private let taken = Lock(0)

    /// Creates a limit.
    ///
    /// - Parameter larger: An enclosing limit, whose permit each permit of this one includes.
    package init(_ limit: Int, of larger: Limiter? = nil) {
        self.limit = limit
        self.larger = larger
    }

    /// Takes a permit, or returns `nil` if none is free.
    package func take() -> Permit? {
        let outer = larger?.take()
        if larger != nil, outer == nil { return nil }
        return taken.withLock { taken in
            guard taken < limit else { return nil }
            taken += 1
            return Permit(self, outer)
        }
    }

    fileprivate func release() {
        taken.withLock { $0 -= 1 }
    }
}

/// A permit for one use within a limit, released at the latest with the last reference to it.
package final class Permit: Sendable {
    private let limiter: Limiter
    private let outer: Permit?
    private let isReleased = Flag()

    fileprivate init(_ limiter: Limiter, _ outer: Permit?) {
        self.limiter = limiter
        self.outer = outer
    }

    deinit { release() }

    /// Releases the permit now.
    package func release() {
        guard isReleased.raise() else { return }
        limiter.release()
        outer?.release()
    }
}
