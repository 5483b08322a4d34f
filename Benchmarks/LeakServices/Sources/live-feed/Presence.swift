import Foundation

/// Announces the presence of a user at intervals.
final class Beacon: @unchecked Sendable {
    let user: String
    private(set) var sent = 0
    init(user: String) { self.user = user }

    func send() { sent += 1 }
}

actor PresenceService {
    private var beacons: [String: Task<Void, Never>] = [:]
    private let stopsBeacons: Bool

    init(stopsBeacons: Bool) { self.stopsBeacons = stopsBeacons }

    func visit(by user: String) -> String {
        appear(user)
        disappear(user)
        return "bye, \(user)"
    }

    private func appear(_ user: String) {
        let beacon = Beacon(user: user)
        beacons[user] = Task.detached {  // TRUE CULPRIT of --leak detached: runs on after the user left
            while !Task.isCancelled {
                beacon.send()
                try? await Task.sleep(for: .seconds(30))
            }
        }
    }

    private func disappear(_ user: String) {
        let task = beacons.removeValue(forKey: user)
        if stopsBeacons { task?.cancel() }
    }
}
