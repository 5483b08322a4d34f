package import OutliveModel

/// Backtraces with symbols.
package struct Symbolication: Sendable {
    /// As many backtraces as were captured, in the same order.
    package let backtraces: [Backtrace]
    package let sources: NameSources

    /// Notes for the report of a run.
    package var notes: [String] { sources.notes }
}

/// The sources of names, and the reasons for missing ones.
///
/// Several requests of one report are one account: an address that several of them name counts once.
package struct NameSources: Sendable {
    /// The tool or tables that name each address; an empty text if none does.
    private var found: [Address: String] = [:]
    /// The tools and tables in the order in which they were asked.
    private var order: [String] = []
    /// The reasons why a tool gave no names.
    package private(set) var complaints: [String] = []
    private var unnamed = UnnamedModules()

    package init() {}

    init(_ unnamed: UnnamedModules) { self.unnamed = unnamed }

    mutating func add(source: String) { if !order.contains(source) { order.append(source) } }
    mutating func add(complaint: String) { if !complaints.contains(complaint) { complaints.append(complaint) } }
    mutating func add(_ address: Address, from source: String) { found[address] = source }

    /// Adds what another request found.
    package mutating func add(_ other: NameSources) {
        found.merge(other.found) { first, second in first.isEmpty ? second : first }
        for source in other.order { add(source: source) }
        for complaint in other.complaints { add(complaint: complaint) }
        unnamed.add(other.unnamed)
    }

    /// Notes for the report of a run: the modules without names, and how the others were named.
    package var notes: [String] { [unnamed.note(since: .run)].compactMap(\.self) + namingNotes }

    /// The complaints, and the number of addresses of each source, if there are addresses.
    package var namingNotes: [String] {
        let counts = found.values.reduce(into: [:]) { counts, source in counts[source, default: 0] += 1 }
        var parts = order.compactMap { source in counts[source].map { "\($0) by \(source)" } }
        if let unknown = counts[""] { parts.append("\(unknown) not found") }
        return complaints + (parts.isEmpty ? [] : ["addresses named: \(parts.joined(separator: ", "))"])
    }
}
