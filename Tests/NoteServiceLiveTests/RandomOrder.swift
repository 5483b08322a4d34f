import Foundation

/// The order of a run: random, and repeatable by its seed.
struct RandomOrder: RandomNumberGenerator {
    /// The seed in `NOTES_LIVE_SEED`, or a random one.
    static let seed: UInt64 =
        ProcessInfo.processInfo.environment["NOTES_LIVE_SEED"].flatMap { UInt64($0) } ?? .random(in: 0..<1_000_000)

    private var state: UInt64

    init(seed: UInt64 = RandomOrder.seed) {
        state = seed
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension [LiveCase] {
    /// The cases in the order of this run.
    var shuffledForRun: [LiveCase] {
        var order = RandomOrder()
        return shuffled(using: &order)
    }
}
