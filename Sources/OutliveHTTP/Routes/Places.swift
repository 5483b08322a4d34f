#if LiveReset
internal import Synchronization

/// How many of a kind there may be at a time.
final class Places: Sendable {
    private let limit: Int
    private let larger: Places?
    private let taken = Atomic(0)

    /// - Parameter larger: of which these are a part: one that is taken here is taken there as well.
    init(_ limit: Int, of larger: Places? = nil) {
        self.limit = limit
        self.larger = larger
    }

    /// Takes a place; nil where none is free.
    func take() -> Place? {
        guard taken.add(1, ordering: .acquiringAndReleasing).newValue <= limit else {
            giveBack()
            return nil
        }
        guard let larger else { return Place(self, nil) }
        guard let outer = larger.take() else {
            giveBack()
            return nil
        }
        return Place(self, outer)
    }

    fileprivate func giveBack() {
        taken.subtract(1, ordering: .acquiringAndReleasing)
    }
}

/// The place of one, given back with its last reference.
final class Place: Sendable {
    private let places: Places
    private let outer: Place?

    fileprivate init(_ places: Places, _ outer: Place?) {
        self.places = places
        self.outer = outer
    }

    deinit { places.giveBack() }
}
#endif
