internal import OutliveSupport

/// A limit on concurrent uses; safe to use from any thread.
package final class Places: Sendable {
    private let limit: Int
    private let larger: Places?
    private let taken = Lock(0)

    /// Creates a limit.
    ///
    /// - Parameter larger: An enclosing limit, in which each place also occupies a place.
    package init(_ limit: Int, of larger: Places? = nil) {
        self.limit = limit
        self.larger = larger
    }

    /// Takes a place, or returns `nil` if none is free.
    package func take() -> Place? {
        let outer = larger?.take()
        if larger != nil, outer == nil { return nil }
        return taken.withLock { taken in
            guard taken < limit else { return nil }
            taken += 1
            return Place(self, outer)
        }
    }

    fileprivate func release() {
        taken.withLock { $0 -= 1 }
    }
}

/// A place within a limit, released at the latest with the last reference to it.
package final class Place: Sendable {
    private let places: Places
    private let outer: Place?
    private let isReleased = Flag()

    fileprivate init(_ places: Places, _ outer: Place?) {
        self.places = places
        self.outer = outer
    }

    deinit { release() }

    /// Releases the place now.
    package func release() {
        guard isReleased.raise() else { return }
        places.release()
        outer?.release()
    }
}
