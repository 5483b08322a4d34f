internal import OutliveModel

/// A library object among the findings of a cause without a reference of the program to cut. Releasing it ends the
/// growth.
struct Resource {
    let place: Int
    private let inspector: ObjectInspector

    /// Finds the object with the highest priority, or returns `nil` if no rule matches any.
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

    /// Returns the object as the suspect, named after its type, at the line of the program that creates it.
    func culprit(_ finding: Finding) -> Culprit {
        let name = TypeNames.base(HeapType(described: finding.key.type).name)
        let step = finding.trace?.steps.firstIndex { $0.name.hasPrefix(name) } ?? 0
        return Culprit(
            name: name, location: finding.programLine, step: step, pattern: inspector.pattern ?? .notClosed,
            remedy: inspector.release.map { $0 + "." })
    }
}

/// A reference cycle that consists of references of a fetched package only.
struct LibraryCycle {
    /// The reference of the package to report.
    let culprit: Culprit

    /// Reads the cycle of a finding, or returns `nil` if it has none or involves the program.
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

/// A growing store in a fetched package that no reference of the program leads to.
struct LibraryStore {
    /// The function that creates the stored objects.
    let culprit: Culprit

    /// Reads the origin of a finding's objects, or returns `nil` if it is no package or a suspect is known.
    init?(_ finding: Finding) {
        guard finding.tier == .heap, finding.unit != .blocks, let trace = finding.trace, trace.shape == .path,
            finding.traces.allSatisfy({ $0.culprit == nil })
        else { return nil }
        // The caller of an initializer stores its object.
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

/// A package fetched by the package manager, identified by one of its functions.
private struct FetchedPackage {
    let name: String
    /// The folder of all checkouts.
    let checkouts: String
    let symbol: Symbol

    /// Creates the package of a function's source file, or returns `nil` if that is in no fetched package.
    init?(_ symbol: Symbol) {
        guard let file = symbol.file, let folder = file.firstRange(of: "/checkouts/") else { return nil }
        name = String(file[folder.upperBound...].prefix { $0 != "/" })
        checkouts = String(file[..<folder.upperBound])
        self.symbol = symbol
    }

    /// The name, with the version if the pins contain it. Reads a file.
    var described: String {
        PackageVersions.version(of: name, checkouts: checkouts).map { "\(name) \($0)" } ?? name
    }
}

extension Finding {
    /// The innermost line of the program, not of a package, in the allocation stack.
    fileprivate var programLine: SourceLine? { programSymbols.lazy.compactMap(\.sourceLine).first }

    /// The fetched packages in the allocation stack, innermost first.
    fileprivate var packages: [FetchedPackage] {
        backtrace.frames.lazy.flatMap(\.symbols).compactMap(FetchedPackage.init)
    }
}
