internal import OutliveSupport

/// A row of a leak report: a key with its verdict and the evidence.
package struct Finding: Codable, Hashable, Sendable {
    package var tier: Tier
    package var verdict: Verdict
    package var key: ComponentKey
    /// The number of distinct objects alive at the end for each generation of birth; empty for `late`.
    package var births: [Birth]
    /// The number of distinct live objects from ended generations after each cycle, warm-up first: the evidence of the
    /// verdict.
    package var live: [Int]
    package var unit: LiveUnit
    /// The number of warm-up cycles at the start of `live`.
    package var warmup: Int
    /// The longest time until an object was released during settling, in seconds; `nil` if none was.
    package var lateSeconds: Double?
    /// The strong retain count of one of the objects; only a hint.
    package var retainCount: Int?
    /// The bytes of the objects alive at the end of the run that supplied the other properties.
    ///
    /// They are `nil` if the heap tier did not record them.
    package var bytes: Int?
    /// The stack of one registration or, in the heap tier, of one allocation.
    package var backtrace: Backtrace
    /// A stable hash of type, site and path to the suspect reference; `nil` if none was computed.
    package var fingerprint: String?
    package var traces: [LeakTrace]
    /// The retained size of the objects in bytes; `nil` if it is unknown.
    package var retainedBytes: Int?
    /// The fingerprint of the leading finding of the cause, from either tier; `nil` for a leading finding.
    ///
    /// See `Cause`.
    package var victimOf: String?
    /// The known leak that accepts the finding, so that it fails nothing; `nil` if there is none.
    package var known: KnownLeak?
    /// The growth by design of a library that makes the verdict `expected`, or `nil`.
    package var library: LibraryGrowth?
    /// The runs in which the finding was made, by `Occurrence.shard`; empty in the report of a single run.
    package var occurrences: [Occurrence] = []
    /// The arms that show the finding, by name; `nil` in a run of one trigger.
    package var arms: [Arm]?
    /// The program of the workers that show the finding, or `nil` if the measured process shows it.
    package var worker: String?
    /// The tests that leave the objects behind; `nil` in a run without tests.
    package var tests: [LeakingTest]?
    /// The routes whose requests leave the objects behind; `nil` in a run without routes.
    package var routes: [LeakingRoute]?
    /// The place of the first of the leaks in the list of another program, from 1; `nil` in every other run.
    package var place: Int?

    package init(
        tier: Tier = .registry, verdict: Verdict, key: ComponentKey, births: [Birth], live: [Int], warmup: Int,
        unit: LiveUnit = .objects, lateSeconds: Double? = nil, retainCount: Int? = nil, bytes: Int? = nil,
        backtrace: Backtrace = Backtrace(), fingerprint: String? = nil, traces: [LeakTrace] = [],
        retainedBytes: Int? = nil, victimOf: String? = nil, known: KnownLeak? = nil, library: LibraryGrowth? = nil,
        arms: [Arm]? = nil
    ) {
        (self.tier, self.verdict, self.key, self.births) = (tier, verdict, key, births)
        (self.live, self.unit, self.warmup, self.lateSeconds) = (live, unit, warmup, lateSeconds)
        (self.retainCount, self.bytes, self.backtrace, self.fingerprint) = (retainCount, bytes, backtrace, fingerprint)
        (self.traces, self.retainedBytes, self.victimOf, self.known) = (traces, retainedBytes, victimOf, known)
        (self.library, self.arms) = (library, arms)
    }

    package var trace: LeakTrace? { traces.first }

    /// What shows whether a store of the objects fills or leaks.
    package var wayToFill: String {
        guard routes == nil else { return "Run more cycles (--cycles 40): a bound ends the growth." }
        if isOfTests { return "Let the test do more work, or run it more often: a bound ends the growth." }
        // A snapshot has no cycles.
        return live.isEmpty ? "Compare with a later snapshot (--diff): a bound ends the growth." : Cause.wayToFill
    }

    /// The amount in the unit: the number of objects or blocks, or the bytes of growing containers.
    package var amountInUnit: Int { unit == .bytes ? allBytes ?? 0 : count }

    /// The bytes of the objects alive at the end, or in a merged report at the ends of all runs; `nil` if unknown.
    package var allBytes: Int? {
        let known = occurrences.compactMap(\.bytes)
        return known.isEmpty ? bytes : known.reduce(0, boundedSum)
    }

    /// The number of distinct objects alive at the end, or in a merged report at the ends of all runs.
    package var count: Int {
        occurrences.isEmpty ? countInRun : occurrences.reduce(0) { boundedSum($0, $1.objects) }
    }

    /// The number of distinct objects alive at the end of the run that supplied the other properties.
    package var countInRun: Int { births.total }
}

package enum LiveUnit: String, Codable, Hashable, Sendable, CaseIterable {
    case objects
    /// Blocks of memory that are no Swift objects.
    case blocks
    /// The bytes of one container's storage, also across reallocations.
    case bytes
}

/// A method of detecting what outlives a reset.
package enum Tier: String, Codable, Hashable, Sendable, CaseIterable {
    /// Weak references to the components that the application registered.
    case registry
    /// All live Swift objects, without changes to the application.
    case heap
}

extension KeyedDecodingContainer {
    /// Decodes a tier for the synthesized decoder of `Finding`; older reports contain only findings of the registry.
    func decode(_ type: Tier.Type, forKey key: Key) throws -> Tier {
        try decodeIfPresent(type, forKey: key) ?? .registry
    }

    /// Decodes a unit for the synthesized decoder of `Finding`; older reports count objects.
    func decode(_ type: LiveUnit.Type, forKey key: Key) throws -> LiveUnit {
        try decodeIfPresent(type, forKey: key) ?? .objects
    }

    /// Decodes traces for the synthesized decoder of `Finding`; older reports have none.
    func decode(_ type: [LeakTrace].Type, forKey key: Key) throws -> [LeakTrace] {
        try decodeIfPresent(type, forKey: key) ?? []
    }

    /// Decodes occurrences for the synthesized decoder of `Finding`; the report of a single run may omit them.
    func decode(_ type: [Occurrence].Type, forKey key: Key) throws -> [Occurrence] {
        try decodeIfPresent(type, forKey: key) ?? []
    }
}

/// Returns a hash of texts that is the same on every machine and in every run: 16 hexadecimal digits.
package func fingerprint(of parts: [String]) -> String {
    var hash = StableHash()
    for part in parts {
        hash.combine(part)
        // A terminator, so that the division into parts matters.
        hash.combine(0)
    }
    return hexadecimal(hash.value)
}

/// Returns a number as 16 hexadecimal digits.
func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}

extension Finding {
    /// The properties that identify a leak across runs: its tier and fingerprint.
    package struct Identity: Hashable, Comparable, Sendable {
        var tier: Tier
        var fingerprint: String

        package static func < (first: Identity, second: Identity) -> Bool {
            (first.tier.rank, first.fingerprint) < (second.tier.rank, second.fingerprint)
        }
    }

    /// The identity of the leak, by the fingerprint of its site if it has no other.
    package var identity: Identity { Identity(tier: tier, fingerprint: fingerprint ?? fingerprintOfSite) }

    /// The tier and site, which identify a finding if its holder is unknown.
    package var identityOfSite: Identity { Identity(tier: tier, fingerprint: fingerprintOfSite) }

    /// The fingerprint for a finding without a trace: the type and the file of the site, without the line.
    ///
    /// A site without debug information is `module+0xoffset`. Its offset changes with every build, so only the module
    /// counts.
    package var fingerprintOfSite: String {
        let file = key.site.fileID
        let place = key.site.line > 0 ? file : String(file.prefix { $0 != "+" })
        return OutliveModel.fingerprint(of: [key.type, place])
    }
}

extension [Finding] {
    /// Adds a fingerprint to every finding that has none.
    package mutating func addMissingFingerprints() {
        for index in indices where self[index].fingerprint == nil {
            self[index].fingerprint = self[index].fingerprintOfSite
        }
    }
}

extension [Finding] {
    /// The findings by verdict, worst first, otherwise in their order.
    package var worstFirst: [Finding] { Verdict.allCases.flatMap { verdict in filter { $0.verdict == verdict } } }
}
