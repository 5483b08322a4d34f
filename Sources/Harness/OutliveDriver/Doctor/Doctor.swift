internal import FoundationEssentials
package import OutliveModel
internal import OutliveSupport
internal import OutliveSymbols

/// Checks of what works on this machine for an executable.
package struct Doctor: Sendable {
    private let environment: [String: String]
    private let library: Result<HeapLibrary, Failure>

    /// Creates a doctor that searches where `outlive` does: the heap tier beside this executable, tools in `PATH`.
    package init() {
        environment = ProcessInfo.processInfo.environment
        library = Result { () throws(Failure) in try HeapLibrary.besideThisExecutable() }
    }

    init(environment: [String: String], library: Result<HeapLibrary, Failure>) {
        self.environment = environment
        self.library = library
    }

    /// Checks the machine and an executable.
    ///
    /// If the heap tier can be loaded, the executable is started and ends before its `main`.
    ///
    /// - Parameter name: a path, or a name to find in `PATH`; `nil` for this executable.
    /// - Returns: the executable's path and the checks, in the order of a report.
    /// - Throws: `Failure` if the executable does not exist or cannot be read.
    package func examine(_ name: String?) async throws -> (executable: String, checks: [DiagnosisCheck]) {
        let file = try CheckedExecutable(name ?? "/proc/self/exe", environment: environment)
        let target = Result { () throws(Failure) in try HeapTarget(file.path) }
        let isLinkedIn = (try? target.get().hasTier) == true
        let machine = MachineChecks(environment: environment)
        let library = machine.heapLibrary(library, isNeeded: !isLinkedIn)
        let wayIn = file.wayIn(target)
        var checks = [machine.platform, library, machine.unwinder, machine.symbolizer, file.kind, wayIn]
        guard file.image.isSwift else { return (file.path, checks) }
        checks.append(try await heapTier(in: target, whereLibrary: library, wayIn))
        return (file.path, checks + [file.fieldNames, file.debugInformation, file.symbols, file.buildID])
    }

    private func heapTier(
        in target: Result<HeapTarget, Failure>, whereLibrary library: DiagnosisCheck, _ wayIn: DiagnosisCheck
    ) async throws -> DiagnosisCheck {
        guard wayIn.state == .works, let target = try? target.get() else {
            return DiagnosisCheck(.heapTier, .skipped, "not tried, as there is no way in")
        }
        guard library.state == .works || target.hasTier else {
            return DiagnosisCheck(.heapTier, .skipped, "not tried without the library")
        }
        // A linked-in tier needs no library path.
        let settings = HeapSettings(library: (try? self.library.get()) ?? HeapLibrary(path: ""), atExit: false)
        return try await HeapProbe(settings: settings, target: target, preloaded: environment[HeapSettings.preload])
            .check()
    }
}
