import OutliveBenchmark
import Testing

struct SplitMix64Tests {
    @Test func `The generator gives the published numbers`() {
        // The first numbers of Vigna's reference implementation for seed 1234567.
        var generator = SplitMix64(seed: 1_234_567)
        #expect(generator.next() == 6_457_827_717_110_365_317)
        #expect(generator.next() == 3_203_168_211_198_807_973)
        #expect(generator.next() == 9_817_491_932_198_370_423)
    }

    @Test func `Random numbers stay within their bounds and reach all of them`() {
        var generator = SplitMix64(seed: 1)
        var seen = Set<Int>()
        for _ in 0..<1000 {
            seen.insert(generator.index(below: 7))
            #expect((0..<1).contains(generator.unit()))
        }
        #expect(seen == Set(0..<7))
    }
}
