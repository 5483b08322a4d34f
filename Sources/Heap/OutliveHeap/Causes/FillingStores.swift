internal import OutliveModel

extension [Finding] {
    /// The findings, with the verdict `filling` if their cause is probably a store or pool with a bound.
    ///
    /// Such a cause needs two kinds of evidence, after its findings are traced: what holds the objects may remove them,
    /// or create no more; and the growth slows down, or comes in few and uneven steps. Few objects of a library within
    /// an object of a library are its pool, if they are added in few steps.
    var judgedForFilling: Self {
        let leaks = causes(of: self)
        guard !leaks.isEmpty else { return self }
        let modules = ModuleOrigins(seenIn: self)
        let filling = Set(leaks.lazy.filter { $0.mayBeFilling(modules) }.flatMap(\.findings))
        return map { finding in
            var finding = finding
            if filling.contains(finding) { finding.verdict = .filling }
            return finding
        }
    }
}

extension Cause {
    fileprivate func mayBeFilling(_ modules: ModuleOrigins) -> Bool {
        // The size of a container follows the number of its elements in jumps.
        let elements = findings.filter { $0.unit != .bytes }
        guard findings.allSatisfy({ $0.verdict == .leak }), let trace = leader.trace, trace.shape == .path,
            let largest = elements.max(by: { $0.countInRun < $1.countInRun })
        else { return false }
        let courses = elements.map { GrowthCourse($0) }
        let behind = trace.steps.dropFirst((trace.culprit?.step ?? -1) + 1)
        let isPool = behind.isInLibrary && elements.allSatisfy { $0.isOfLibraryPool(modules) }
        switch trace.culprit?.pattern {
        case .storeWithoutEviction, .libraryStore: break
        case .notClosed where isPool: break
        default: return false
        }
        if GrowthCourse(largest).slowsDown && courses.allSatisfy(\.isLessLate) { return true }
        if courses.allSatisfy(\.isHighWaterMark) { return true }
        // Of some types a connection has a fixed number, of others as many as it was ever in need of.
        return isPool && courses.contains(where: \.hasFewObjects)
            && courses.allSatisfy { $0.hasFewSteps || $0.isHighWaterMark }
    }
}

extension Finding {
    /// `true` if the objects are a library's own, and an object of a library leads to them.
    ///
    /// In memory of C they may have a suspect reference of their own, which the one of the cause leads to.
    fileprivate func isOfLibraryPool(_ modules: ModuleOrigins) -> Bool {
        guard let trace, trace.shape == .path, !modules.owns(type) else { return false }
        return trace.steps[...].isInLibrary
    }
}

extension ArraySlice<TraceStep> {
    /// `true` if an object of a library precedes the last step.
    fileprivate var isInLibrary: Bool { dropLast().contains { $0.kind == .library } }
}
