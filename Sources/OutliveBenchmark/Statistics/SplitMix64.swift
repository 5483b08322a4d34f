/// A small seeded generator, so that the order of a run and its intervals can be had again from its seed.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. The numbers are the
/// same on every platform and in every version of Swift, and so are the methods here, unlike the standard library's
/// `random(in:using:)` and `shuffled(using:)`, whose use of a generator may change.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Makes a generator; equal seeds give equal numbers.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next 64 random bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A whole number from 0 up to, not including, `bound`, which is at least 1.
    ///
    /// The bias of the multiplication is under `bound` / 2^64.
    public mutating func index(below bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// A number from 0 up to, not including, 1.
    public mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// Either truth value, with equal probability.
    public mutating func coin() -> Bool {
        next() >> 63 == 1
    }
}
