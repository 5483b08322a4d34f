internal import OutliveModel

extension [Finding] {
    /// The library object among the findings of a cause without a reference of the program to cut, whose release ends the
    /// growth, and its rule; `nil` if no rule matches any.
    ///
    /// It is the first of those with the highest priority.
    var resource: (index: Int, rule: ObjectInspector)? {
        let known = enumerated().compactMap { index, finding -> (index: Int, rule: ObjectInspector)? in
            guard finding.type.kind == .object, let rule = ObjectInspector.resource(ofType: finding.type.name) else {
                return nil
            }
            return (index, rule)
        }
        return known.max { ($0.rule.rank, -$0.index) < ($1.rule.rank, -$1.index) }
    }
}

extension Finding {
    /// Returns the library object as the suspect, named after its type, at the line of the program that creates it.
    func suspect(asResourceOf rule: ObjectInspector) -> Suspect {
        let name = TypeNames.base(type.name)
        let step = trace?.steps.firstIndex { $0.name.hasPrefix(name) } ?? 0
        return Suspect(
            name: name, location: programLine, step: step, pattern: rule.pattern ?? .notClosed,
            remedy: rule.release.map { $0 + "." })
    }

    /// The suspect if the objects are in a reference cycle that consists of references of a fetched package, or of a
    /// library of the toolchain, only.
    var suspectOfLibraryCycle: Suspect? {
        guard let trace, trace.shape == .cycle, trace.culprit == nil,
            let package = packages.first?.description ?? toolchainLibrary,
            let step = trace.steps.firstIndex(where: { $0.edge?.hasPrefix(".") == true })
        else { return nil }
        // Positions in a collection vary.
        let edge = (trace.steps[step].edge ?? "").prefix { $0 != "[" }
        let property = "\(TypeNames.base(trace.steps[step].name))\(edge)"
        return Suspect(
            name: property, location: programLine, step: step, pattern: .libraryCycle,
            remedy: "Report upstream: \(package), \(property) is part of a reference cycle that nothing breaks.")
    }

    /// `true` if a task of the program leads to objects that a fetched package made, as from the frame of a function of
    /// the package that the task runs.
    var isInFrameOfPackage: Bool { tier == .heap && isMadeByPackage && trace?.isOfTaskAlone == true }

    /// Removes the task as the suspect of such objects, because removing them is up to the package.
    mutating func removeTaskOfPackageFrame() {
        guard tier == .heap, isMadeByPackage else { return }
        for index in traces.indices where traces[index].isOfTaskAlone { traces[index].culprit = nil }
    }

    /// `true` if a function of a fetched package, and not of the program, called the initializer of the objects.
    private var isMadeByPackage: Bool {
        let callers = backtrace.frames.lazy.filter { !$0.isInPlatformLibrary }.flatMap(\.symbols)
        let maker = callers.first { symbol in
            let name = CodeName(symbol)
            // Generic code that the compiler specialised has no line.
            return symbol.sourceLine != nil && name.module.map(isPlatformModule) == false
                && !name.function.hasSuffix(".init")
        }
        return maker.map { FetchedPackage($0) != nil } ?? false
    }

    /// The suspect if the objects are in a growing store of a fetched package that no reference of the program leads
    /// to: the function that creates them.
    var suspectOfLibraryStore: Suspect? {
        guard tier == .heap, unit != .blocks, let trace, trace.shape == .path,
            traces.allSatisfy({ $0.culprit == nil })
        else { return nil }
        // The caller of an initializer stores its object.
        let makers = packages.compactMap { package in CodeName([package.symbol]).map { (package, $0) } }
        guard let (package, name) = makers.first(where: { !$1.function.hasSuffix(".init") }) ?? makers.first else {
            return nil
        }
        return Suspect(
            name: name.function, location: name.location, step: trace.steps.count - 1, pattern: .libraryStore,
            remedy: "Look for what releases it in \(package); if nothing does, report upstream: "
                + "\(name.function) keeps more and more.")
    }

    /// The library of the toolchain that declares the type, or `nil` for another one, or the standard library.
    private var toolchainLibrary: String? {
        guard type.kind == .object, let module = type.module, module != "Swift", isPlatformModule(module) else {
            return nil
        }
        return module
    }

    /// The innermost line of the program, not of a package, in the allocation stack.
    private var programLine: SourceLine? { programSymbols.lazy.compactMap(\.sourceLine).first }

    /// The fetched packages in the allocation stack, innermost first.
    private var packages: [FetchedPackage] {
        backtrace.frames.lazy.flatMap(\.symbols).compactMap(FetchedPackage.init)
    }
}

extension Finding {
    /// The kind of library object that holds the closure which is the suspect, and the type of the program that
    /// declares the closure; `nil` if the release of the object does not free all its closures.
    var closureOwner: (library: String, type: Substring)? {
        guard let trace, let culprit = trace.culprit, culprit.step > 0, trace.steps.indices.contains(culprit.step),
            trace.steps[culprit.step].kind == .closure, trace.steps[culprit.step - 1].kind == .library,
            let type = culprit.name.split(separator: " ").last?.split(separator: ".").first
        else { return nil }
        let library = trace.steps[culprit.step - 1].name
        let isFreedTogether = ObjectInspector.all.contains { $0.name == library && $0.hasSeveralClosures }
        return isFreedTogether ? (library, type) : nil
    }
}

extension LeakTrace {
    /// `true` if a task that is not among the growth leads to the objects, through objects of libraries only.
    fileprivate var isOfTaskAlone: Bool {
        guard shape == .path, let culprit, culprit.step == 0, culprit.tasks == nil, steps.first?.kind == .task else {
            return false
        }
        return steps.dropFirst().allSatisfy { $0.kind == .object && $0.edge == nil }
    }
}
