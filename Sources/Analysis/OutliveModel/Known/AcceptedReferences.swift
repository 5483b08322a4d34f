/// The suspect references of accepted findings; the fix of one also fixes other findings with the same reference.
///
/// The findings that `Finding.victimOf` assigns to a cause may differ between runs, because a stale word may look like
/// a reference. The suspect reference of most objects of a type does not differ.
package struct AcceptedReferences {
    private struct Name: Hashable {
        var culprit: String
        /// The name of the holder, because many references share a name such as `over-retain`.
        var holder: String
    }

    private struct Place {
        var file: Substring?
        var entry: KnownLeak
    }

    private var places: [Name: [Place]] = [:]

    package init() {}

    /// Adds a finding that is accepted by fingerprint or culprit.
    ///
    /// An entry for a type or a site is a pattern and accepts only what it matches.
    package mutating func add(_ finding: Finding) {
        guard let entry = finding.known, entry.isOfOneLeak, let name = Self.name(of: finding)
        else { return }
        let file = Self.file(of: finding)
        guard places[name]?.contains(where: { $0.file == file }) != true else { return }
        places[name, default: []].append(Place(file: file, entry: entry))
    }

    /// Returns the entry that accepts another finding with the same suspect reference, or `nil` if there is none.
    ///
    /// The first traces are compared. If both have a location, their files need the same name.
    package func entry(for finding: Finding) -> KnownLeak? {
        guard let name = Self.name(of: finding) else { return nil }
        let file = Self.file(of: finding)
        return places[name]?.first { $0.file == nil || file == nil || $0.file == file }?.entry
    }

    private static func name(of finding: Finding) -> Name? {
        guard let trace = finding.trace, let culprit = trace.culprit, trace.steps.indices.contains(culprit.step) else {
            return nil
        }
        return Name(culprit: culprit.name, holder: trace.steps[culprit.step].name)
    }

    private static func file(of finding: Finding) -> Substring? {
        finding.trace?.culprit?.location?.file.split(separator: "/").last
    }
}
