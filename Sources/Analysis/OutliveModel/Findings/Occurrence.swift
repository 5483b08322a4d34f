/// The occurrence of a finding in one of the merged runs.
package struct Occurrence: Codable, Hashable, Sendable {
    /// `Shard.id` of the run.
    package var shard: String
    package var verdict: Verdict
    /// The number of distinct objects alive at the end of that run.
    package var objects: Int
    /// The bytes of these objects; `nil` if they are unknown, and in reports of earlier versions.
    package var bytes: Int?
    /// The retained size of these objects in bytes; `nil` if it is unknown.
    package var retainedBytes: Int?
    /// `true` if it fails the run under its policy when nothing is accepted.
    package var fails: Bool
    /// `true` if the most recently applied list of known leaks accepts it.
    package var isAccepted = false

    /// `true` if it fails the run and is not accepted.
    package var failsUnaccepted: Bool { fails && !isAccepted }
}

extension Occurrence {
    /// Decodes an occurrence; without a record of acceptance it is not accepted.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        shard = try container.decode(String.self, forKey: .shard)
        verdict = try container.decode(Verdict.self, forKey: .verdict)
        objects = try container.decode(Int.self, forKey: .objects)
        bytes = try container.decodeIfPresent(Int.self, forKey: .bytes)
        retainedBytes = try container.decodeIfPresent(Int.self, forKey: .retainedBytes)
        fails = try container.decode(Bool.self, forKey: .fails)
        isAccepted = try container.decodeIfPresent(Bool.self, forKey: .isAccepted) ?? false
    }
}
