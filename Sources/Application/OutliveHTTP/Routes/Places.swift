#if LiveReset
internal import OutliveSupport
internal import Outlive
internal import Synchronization

/// A limit on concurrent uses; safe to use from any thread.
final class Places: Sendable {
    private let limit: Int
    private let larger: Places?
    private let taken = Lock(0)

    /// - Parameter larger: An enclosing limit, in which each place here occupies one as well.
    init(_ limit: Int, of larger: Places? = nil) {
        self.limit = limit
        self.larger = larger
    }

    /// Takes a place, or returns `nil` if none is free.
    func take() -> Place? {
        let isFree = taken.withLock { taken in
            guard taken < limit else { return false }
            taken += 1
            return true
        }
        guard isFree else { return nil }
        guard let larger else { return Place(self, nil) }
        guard let outer = larger.take() else {
            giveBack()
            return nil
        }
        return Place(self, outer)
    }

    fileprivate func giveBack() {
        taken.withLock { $0 -= 1 }
    }
}

/// A place in a limit, released with its last reference at the latest.
final class Place: Sendable {
    private let places: Places
    private let outer: Place?
    private let isHeld = Atomic(true)

    fileprivate init(_ places: Places, _ outer: Place?) {
        self.places = places
        self.outer = outer
    }

    deinit { giveBack() }

    /// Releases the place now.
    func giveBack() {
        guard isHeld.exchange(false, ordering: .acquiringAndReleasing) else { return }
        places.giveBack()
        outer?.giveBack()
    }
}
#endif
