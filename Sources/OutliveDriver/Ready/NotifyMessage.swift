internal import OutliveModel

/// One datagram of systemd's notification protocol.
struct NotifyMessage: Hashable, Sendable {
    /// The values by name.
    var fields: [String: String]
    /// The moment it was received.
    var instant: SuspendingClock.Instant

    /// Reads `NAME=value` lines; anything else is left out, as the protocol grows.
    init(_ datagram: some Sequence<UInt8>, instant: SuspendingClock.Instant) {
        fields = [:]
        self.instant = instant
        for line in String(decoding: Array(datagram), as: UTF8.self).split(separator: "\n") {
            guard let equals = line.firstIndex(of: "=") else { continue }
            fields[String(line[..<equals])] = String(line[line.index(after: equals)...])
        }
    }

    /// Whether it says that start-up or a reset is over.
    var isReady: Bool { fields[NotificationField.ready] == "1" }

    /// The number of the request that it answers.
    var request: Int? { fields[NotificationField.request].flatMap { Int($0) } }

    /// The generation that a reset ended.
    var endedGeneration: Int? { fields[NotificationField.endedGeneration].flatMap { Int($0) } }

    /// The URL at which it listens for resets.
    var http: String? { fields[NotificationField.http] }

    /// Why a reset left the application unusable.
    var failure: String? { fields[NotificationField.failed] }
}
