internal import OutliveDriver
internal import OutliveModel

/// The ping arm: requests without effect, which measure the cost of the transport.
struct Pinging {
    /// The number of measured pings.
    static let count = 20

    let instance: Instance
    let plan: Plan
    let record: Record

    /// Takes the samples, or none if the application cannot be pinged.
    func run() async throws {
        for place in 0..<(plan.warmup + Self.count) {
            try Task.checkCancellation()
            guard let seconds = try await instance.application.ping() else { return record.skip(.ping) }
            record.keep(Sample(arm: .ping, order: record.nextOrder, warmup: place < plan.warmup, seconds: seconds))
            record.step(.ping)
        }
    }
}
