internal import OutliveDriver
internal import OutliveModel

/// The launch arm and the reset arm: pairs of a relaunch and a reset, in an order that the seed decides.
///
/// Of every two pairs, one begins with the relaunch and the other with the reset, in random order. Neither arm can come
/// first by chance, and steady changes, such as the machine's speed, cancel out.
struct Pairing {
    let relaunched: Instance
    /// The instance that is reset; equal to `relaunched` if only one can be alive.
    let reset: Instance
    let plan: Plan
    let record: Record

    /// Takes the samples of all pairs, first those of the warm-up.
    func run() async throws {
        reset.beginArm()
        for (place, order) in Self.orders(pairs: plan.pairsWithWarmup, seed: plan.seed).enumerated() {
            let isWarmup = place < plan.warmup
            let pair = isWarmup ? place : place - plan.warmup
            for arm in order {
                switch arm {
                case .launch: try await launchSample(pair: pair, warmup: isWarmup)
                default: try await resetSample(pair: pair, warmup: isWarmup)
                }
                record.step(arm)
            }
        }
    }

    /// Returns the order of the arms in each pair; equal seeds give equal orders.
    static func orders(pairs: Int, seed: UInt64) -> [[Arm]] {
        var generator = SplitMix64(seed: seed)
        var launchFirst = false
        return (0..<pairs).map { pair in
            launchFirst = pair.isMultiple(of: 2) ? generator.coin() : !launchFirst
            return launchFirst ? [.launch, .reset] : [.reset, .launch]
        }
    }

    private func launchSample(pair: Int, warmup: Bool) async throws {
        let (stop, start) = try await relaunched.relaunch()
        record.keep(
            Sample(
                arm: .launch, order: record.nextOrder, pair: pair, warmup: warmup, seconds: stop + start,
                stopSeconds: stop, startSeconds: start))
        try await relaunched.inspectLaunch()
    }

    private func resetSample(pair: Int, warmup: Bool) async throws {
        let outcome = try await reset.reset()
        record.keep(
            Sample(
                arm: .reset, order: record.nextOrder, pair: pair, warmup: warmup, seconds: outcome.seconds,
                fellBack: outcome.failure != nil))
        try await reset.inspectReset(outcome)
    }
}

extension Plan {
    /// The number of pairs including the warm-up; 0 if none is to be measured.
    var pairsWithWarmup: Int { pairs > 0 ? warmup + pairs : 0 }
}
