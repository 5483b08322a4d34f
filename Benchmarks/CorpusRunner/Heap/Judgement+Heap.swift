internal import LeakCorpus
internal import OutliveModel

extension Judgement {
    /// Compares the stated truth of a case with the growth on its heap.
    ///
    /// A type belongs to the corpus if the corpus declares any part of its name. This includes an array of a case's
    /// components, and a closure that captured one, unless weakly. Known growth counts as residue, like that of
    /// libraries.
    ///
    /// - Parameters:
    ///   - test: The case, with its stated truth.
    ///   - run: The run, with the types that it tracked.
    ///   - growth: The symbolicated findings, or the reason why there are none.
    ///   - options: The tier, and the modules of the corpus.
    init(_ test: Case, _ run: HeapRun, _ growth: Result<[Finding], Failure>, _ options: Options) {
        var problems = test.contradictions + [run.error].compactMap { $0 }
        if run.error == nil, run.types.isEmpty { problems.append("tracked nothing") }
        let findings: [Finding]
        switch growth {
        case .success(let found): findings = found
        case .failure(let failure):
            findings = []
            problems.append(failure.message)
        }

        let own = findings.filter { $0.verdict != .expected && $0.mentions(options.modules) }
        let reported = own.first?.verdict.rawValue ?? "clean"
        var leaked: [Finding] = []
        var namesCase: Bool?
        if test.leaky {
            for name in test.survivors {
                let types = Set(run.types[name, default: []].map(\.withoutAddresses))
                let found = own.filter { $0.verdict == .leak && types.contains($0.key.type.withoutAddresses) }
                let words = types.isEmpty ? "\(name), which was not tracked" : types.sorted().joined(separator: " or ")
                if found.isEmpty { problems.append("no leak of \(words)") }
                leaked += found.filter { !leaked.contains($0) }
                guard name == test.survivors.first, !found.isEmpty, options.tier.hasStacks else { continue }
                namesCase = found.contains { $0.backtrace.names(test.allocatedIn) }
                if namesCase == false { problems.append("no allocation of \(words) names \(test.allocatedIn)") }
            }
        } else {
            leaked = own.filter { $0.verdict == .leak || $0.verdict == .suspect }
            problems += leaked.map { "reported as \($0.verdict.rawValue): \($0.key.type) of \($0.place)" }
        }
        self.init(
            id: test.id, expected: test.leaky ? "leak" : "clean", reported: reported,
            survivors: Set(leaked.map(\.key.type)).sorted(), live: leaked.sumOfLive, namesCase: namesCase,
            residue: findings.filter { !own.contains($0) }.map(Residue.init),
            culprit: test.leaky ? CulpritCheck(test, findings) : nil, problems: problems)
    }
}

extension Judgement.Residue {
    fileprivate init(_ finding: Finding) {
        var reason: String?
        if case .process(let why) = finding.key.lifetime { reason = why }
        self.init(
            type: finding.key.type, site: "\(finding.key.site)", objects: finding.count, bytes: finding.bytes ?? 0,
            reason: reason)
    }
}

extension Finding {
    /// Returns `true` if one of the modules declares a part of the type's name.
    fileprivate func mentions(_ modules: Set<String>) -> Bool {
        let type = HeapType(described: key.type)
        return type.mentionedModules.contains { modules.contains($0) } && (type.kind != .closure || type.holdsProgram)
    }

    /// The allocation site: the program's own function if known, else the description of the site.
    fileprivate var place: String {
        backtrace.bestSymbol.map { "\($0.function) at \($0.file ?? "?"):\($0.line ?? 0)" }
            ?? backtrace.frames.lazy.compactMap(\.symbols.first?.function).first ?? "\(key.site)"
    }
}

extension [Finding] {
    /// The number of objects of all findings that were alive after each cycle.
    fileprivate var sumOfLive: [Int] {
        let cycles = map(\.live.count).max() ?? 0
        return (0..<cycles).map { cycle in reduce(0) { $0 + ($1.live.indices.contains(cycle) ? $1.live[cycle] : 0) } }
    }
}

extension String {
    /// The type's name without the addresses in the names of private types, which differ between runs.
    fileprivate var withoutAddresses: String {
        replacing(#/unknown context at \$[0-9a-f]+/#, with: "unknown context")
    }
}
