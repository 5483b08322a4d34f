internal import OutliveDriver
internal import OutliveModel

/// The ping arm: requests that do nothing, which tell what the transport costs.
struct Pinging {
    /// How many pings are measured.
    static let count = 20

    let instance: Instance
    let plan: Plan
    let record: Record

    /// Takes the samples; none where the application cannot be pinged.
    func run() async throws {
        for place in 0..<(plan.warmup + Self.count) {
            try Task.checkCancellation()
            guard let seconds = try await instance.application.ping() else { return record.skip(.ping) }
            record.keep(Sample(arm: .ping, order: record.nextOrder, warmup: place < plan.warmup, seconds: seconds))
            record.step(.ping)
        }
    }
}
