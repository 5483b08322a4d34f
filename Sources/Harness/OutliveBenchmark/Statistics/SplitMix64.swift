/// A small seeded generator, which makes the order of a run and its intervals reproducible.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. The numbers and the
/// methods here are the same on every platform and in every version of Swift, unlike the standard library's
/// `random(in:using:)` and `shuffled(using:)`, whose use of a generator may change.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator; equal seeds give equal numbers.
    package init(seed: UInt64) {
        state = seed
    }

    /// Returns the next 64 random bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns an integer from 0 up to, but not including, `bound`, which is at least 1.
    ///
    /// The bias of the multiplication is under `bound` / 2^64.
    package mutating func index(below bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// Returns a number from 0 up to, but not including, 1.
    package mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// Returns `true` or `false` with equal probability.
    package mutating func coin() -> Bool {
        next() >> 63 == 1
    }
}
