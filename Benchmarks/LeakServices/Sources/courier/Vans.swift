import Foundation

/// A van on a tour.
final class Van: @unchecked Sendable {
    let name: String
    private(set) var stops: [String] = []
    init(name: String) { self.name = name }

    func stop(at place: String) { stops.append(place) }
}

/// Passes calls of customers to the vans on tour.
final class DispatchBus: @unchecked Sendable {
    private let lock = NSLock()
    private var subscribers: [(id: Int, call: (String) -> Void)] = []
    private var last = 0
    private let forgetsVans: Bool

    init(forgetsVans: Bool) { self.forgetsVans = forgetsVans }

    private func subscribe(_ call: @escaping (String) -> Void) -> Int {
        lock.withLock {
            last += 1
            subscribers.append((last, call))  // TRUE CULPRIT of --leak subscribers: vans stay after their tour
            return last
        }
    }

    private func unsubscribe(_ id: Int) { lock.withLock { subscribers.removeAll { $0.id == id } } }

    func tour(of name: String) -> String {
        let van = Van(name: name)
        let id = subscribe { place in if van.stops.count < 4 { van.stop(at: place) } }
        for call in lock.withLock({ subscribers.map(\.call) }) { call("main street") }
        if forgetsVans { unsubscribe(id) }
        return "\(van.stops.count) stops"
    }
}
