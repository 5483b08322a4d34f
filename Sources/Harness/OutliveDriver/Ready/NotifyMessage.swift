internal import OutliveModel

/// A datagram of systemd's notification protocol.
struct NotifyMessage: Hashable, Sendable {
    /// The values by name.
    var fields: [String: String]
    /// The moment of its receipt.
    var instant: SuspendingClock.Instant

    /// Parses `NAME=value` lines and ignores others, because the protocol may grow.
    init(_ datagram: some Sequence<UInt8>, instant: SuspendingClock.Instant) {
        fields = [:]
        self.instant = instant
        for line in String(decoding: Array(datagram), as: UTF8.self).split(separator: "\n") {
            guard let equals = line.firstIndex(of: "=") else { continue }
            fields[String(line[..<equals])] = String(line[line.index(after: equals)...])
        }
    }

    /// `true` if it reports that start-up or a reset is complete.
    var isReady: Bool { fields[NotificationField.ready] == "1" }

    /// The number of the request that this message answers.
    var request: Int? { fields[NotificationField.request].flatMap { Int($0) } }

    /// The generation that a reset ended.
    var endedGeneration: Int? { fields[NotificationField.endedGeneration].flatMap { Int($0) } }

    /// The URL at which the application accepts resets.
    var http: String? { fields[NotificationField.http] }

    /// The reason why a reset left the application unusable.
    var failure: String? { fields[NotificationField.failed] }
}
