internal import OutliveModel

/// An object of a library among the findings of a cause for which the program has no reference to cut: releasing it ends
/// the growth.
struct Resource {
    /// Its place among the findings.
    let place: Int
    private let inspector: ObjectInspector

    /// Finds the object that stands best for the findings; nil where no rule knows any.
    init?(in findings: [Finding]) {
        let known = findings.enumerated().compactMap { place, finding -> (place: Int, rule: ObjectInspector)? in
            let type = HeapType(described: finding.key.type)
            guard type.kind == .object, let rule = ObjectInspector.of(type: type.name), rule.rank > 0 else {
                return nil
            }
            return (place, rule)
        }
        guard let best = known.max(by: { ($0.rule.rank, -$0.place) < ($1.rule.rank, -$1.place) }) else { return nil }
        (place, inspector) = (best.place, best.rule)
    }

    /// The object as what has to change: named by its type, at the line of the program that creates it.
    func culprit(_ finding: Finding) -> Culprit {
        let name = TypeNames.base(HeapType(described: finding.key.type).name)
        let step = finding.trace?.steps.firstIndex { $0.name.hasPrefix(name) } ?? 0
        return Culprit(
            name: name, location: finding.programLine, step: step, pattern: inspector.pattern ?? .notClosed,
            remedy: inspector.release.map { $0 + "." })
    }
}

/// A reference cycle all of whose references belong to a fetched package.
struct LibraryCycle {
    /// The reference of the package's to report.
    let culprit: Culprit

    /// Reads the cycle of a finding; nil where it has none, or a part of it is the program's.
    init?(_ finding: Finding) {
        guard let trace = finding.trace, trace.shape == .cycle, trace.culprit == nil,
            let package = finding.packages.first,
            let step = trace.steps.firstIndex(where: { $0.edge?.hasPrefix(".") == true })
        else { return nil }
        let property = "\(TypeNames.base(trace.steps[step].name))\(trace.steps[step].edge ?? "")"
        culprit = Culprit(
            name: property, location: finding.programLine, step: step, pattern: .libraryCycle,
            remedy: "Report upstream: \(package.described), \(property) is part of a reference cycle that nothing "
                + "breaks.")
    }
}

/// What a function of a fetched package keeps more and more of, where no reference of the program's leads to it.
struct LibraryStore {
    /// The function that creates it.
    let culprit: Culprit

    /// Reads where the objects of a finding come from; nil where they are not of a package, or something is named already.
    init?(_ finding: Finding) {
        guard finding.tier == .heap, finding.unit != .blocks, let trace = finding.trace, trace.shape == .path,
            finding.traces.allSatisfy({ $0.culprit == nil })
        else { return nil }
        // An initializer is called by what keeps its object.
        let makers = finding.packages.compactMap { package in CodeName([package.symbol]).map { (package, $0) } }
        guard let (package, name) = makers.first(where: { !$1.function.hasSuffix(".init") }) ?? makers.first else {
            return nil
        }
        culprit = Culprit(
            name: name.function, location: name.location, step: trace.steps.count - 1, pattern: .libraryStore,
            remedy: "Look for what releases it in \(package.described); if nothing does, report upstream: "
                + "\(name.function) keeps more and more.")
    }
}

/// A package that the package manager fetched, by a function of its.
private struct FetchedPackage {
    let name: String
    /// The folder of what was fetched.
    let checkouts: String
    let symbol: Symbol

    /// Reads where a function is in the source; nil of one in no fetched package.
    init?(_ symbol: Symbol) {
        guard let file = symbol.file, let folder = file.firstRange(of: "/checkouts/") else { return nil }
        name = String(file[folder.upperBound...].prefix { $0 != "/" })
        checkouts = String(file[..<folder.upperBound])
        self.symbol = symbol
    }

    /// Its name, with its version where the checkout shows it. Reads a file.
    var described: String {
        PackageVersions.version(of: name, checkouts: checkouts).map { "\(name) \($0)" } ?? name
    }
}

extension Finding {
    /// The innermost line of the program, not of a package, in the stack of the allocation.
    fileprivate var programLine: SourceLine? { programSymbols.lazy.compactMap(\.sourceLine).first }

    /// The fetched packages in the stack of the allocation, innermost first.
    fileprivate var packages: [FetchedPackage] {
        backtrace.frames.lazy.flatMap(\.symbols).compactMap(FetchedPackage.init)
    }
}
