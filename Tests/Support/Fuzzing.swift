internal import Foundation

/// Inputs from a seed, so that a failed run can be repeated.
package struct Fuzzing {
    /// The duration of the tests in seconds, set by `OUTLIVE_LONG_TESTS`, or `nil` for a fixed number of inputs.
    package static let long = ProcessInfo.processInfo.environment["OUTLIVE_LONG_TESTS"].flatMap { Double($0) }

    private var state: UInt64

    /// Creates the inputs of a seed.
    package init(seed: UInt64) {
        state = seed
    }

    /// Calls `action` with one seed after the other, `count` of them or as long as a long run lasts.
    ///
    /// Yields after each seed, so that concurrent tests get the events that they wait for in time.
    ///
    /// - Returns: The number of seeds.
    @discardableResult
    package nonisolated(nonsending) static func run(
        count: Int, _ action: (UInt64) throws -> Void
    ) async rethrows -> Int {
        guard let long else {
            for seed in 0..<UInt64(count) {
                try action(seed)
                await Task.yield()
            }
            return count
        }
        let end = ContinuousClock.now.advanced(by: .seconds(long))
        var seed: UInt64 = 0
        while ContinuousClock.now < end {
            try action(seed)
            await Task.yield()
            seed += 1
        }
        return Int(seed)
    }

    /// A number from 0 up to and without `bound`.
    package mutating func number(below bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }

    /// Returns one of the choices.
    package mutating func one<Element>(of choices: [Element]) -> Element {
        choices[number(below: choices.count)]
    }

    /// Returns one of the valid choices, or sometimes an invalid one.
    package mutating func mostly<Element>(_ choices: [Element], seldom bad: [Element]) -> Element {
        number(below: 12) == 0 ? one(of: bad) : one(of: choices)
    }

    /// Changes a few bytes: replaced, left out, doubled, put in, or pieces moved.
    package mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
        let telling = Array("\u{0}\r\n\t :/?#%&=,;\"\\{}[]0129-+.eEnulltrufase\u{7F}".utf8) + [0x80, 0xC0, 0xE2, 0xFF]
        var bytes = bytes
        for _ in 0..<number(below: 5) {
            guard !bytes.isEmpty else { return bytes }
            let place = number(below: bytes.count)
            switch number(below: 6) {
            case 0: bytes[place] = UInt8(number(below: 256))
            case 1: bytes[place] = one(of: telling)
            case 2: bytes.remove(at: place)
            case 3: bytes.insert(one(of: telling), at: place)
            case 4: bytes.insert(contentsOf: bytes[place...].prefix(number(below: 40)), at: number(below: bytes.count))
            default: bytes.removeSubrange(place..<min(bytes.count, place + number(below: 10)))
            }
        }
        return bytes
    }
}
