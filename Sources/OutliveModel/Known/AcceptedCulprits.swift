/// What accepted findings are held by: what else it holds is mended by the same change.
///
/// Of which findings one says that they go with it (`Finding.victimOf`) may differ from run to run, as a word that nobody
/// uses any more may look like one more reference; what most objects of a type are held by does not.
package struct AcceptedCulprits {
    private struct Name: Hashable {
        var culprit: String
        /// The holder whose reference it is: `over-retain` is the name of many.
        var holder: String
    }

    private struct Place {
        var file: Substring?
        var entry: KnownLeak
    }

    private var places: [Name: [Place]] = [:]

    /// Makes an empty collection.
    package init() {}

    /// Adds a finding, where it is accepted as this very leak, by fingerprint or culprit: a type or a site is a pattern, which
    /// stands for no more than what it fits.
    package mutating func add(_ finding: Finding) {
        guard let entry = finding.known, entry.isOfOneLeak, let name = Self.name(of: finding)
        else { return }
        let file = Self.file(of: finding)
        guard places[name]?.contains(where: { $0.file == file }) != true else { return }
        places[name, default: []].append(Place(file: file, entry: entry))
    }

    /// The entry that accepts a finding with the culprit of which another one is accepted; nil where there is none.
    ///
    /// The culprits are those of the first traces; where both have a place, it has to be in files of one name.
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
