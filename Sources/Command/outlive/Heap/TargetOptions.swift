internal import ArgumentParser
internal import OutliveDriver
internal import OutliveHeap
internal import OutliveInspect
internal import OutliveModel
internal import OutliveSupport
internal import OutliveSymbols

extension InspectedTarget {
    init(option text: String) throws {
        guard let target = Self(text) else {
            throw ValidationError("\(text.onOneLine(upTo: 80)) is not a process ID: give a number above 0")
        }
        self = target
    }

    /// Reads the target if it is a snapshot; returns `nil` for a process or a core file.
    func readSnapshot() throws(Failure) -> HeapSnapshot? {
        guard case .core(let path) = self, HeapSnapshot.isSnapshot(path) else { return nil }
        do throws(HeapSnapshotError) {
            return try HeapSnapshot(path: path)
        } catch {
            throw Failure(.noCensus, "\(path) cannot be used: \(error)")
        }
    }
}

extension Symbolicator {
    /// Creates a symbolicator with the files below a directory, or with those at the paths of the modules.
    init(below root: SystemRoot?) { self = root.map { root in Symbolicator { root.file(at: $0) } } ?? Symbolicator() }
}

extension SystemRoot {
    init(option text: String) throws {
        do throws(Failure) { try self.init(path: text) } catch { throw ValidationError(error.message) }
    }
}

/// The options for reading a process or a core file.
struct TargetOptions: ParsableArguments {
    @Option(
        help: .init(
            "The directory below which the files lie that a core file or snapshot names, such as a copy of the machine's "
                + "root.",
            valueName: "dir"), transform: SystemRoot.init(option:))
    var sysroot: SystemRoot?

    @OptionGroup var limiting: LimitOptions

    var limits: InspectionLimits { limiting.limits }
    /// The names of the target's functions.
    var names: Symbolicator { Symbolicator(below: sysroot) }

    /// Refuses a `--sysroot` of processes alone, and an `--attach` to a file.
    ///
    /// - Parameter others: The targets that the first one is compared with.
    func check(_ target: InspectedTarget, and others: [InspectedTarget] = [], attach: Bool = false) throws {
        if attach, case .core = target { throw ValidationError("--attach is for processes: leave it out") }
        let hasCore = ([target] + others).contains { if case .core = $0 { true } else { false } }
        guard sysroot == nil || hasCore else {
            throw ValidationError("--sysroot is for core files and snapshots: leave it out")
        }
    }
}

/// The options for the time that an inspection may take.
struct LimitOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: .init("Timeout of each inspection. (default: 30s)", valueName: "time"),
        transform: Duration.init(option:))
    var timeout = Duration.seconds(30)

    @OptionGroup var pause: PauseOption

    var limits: InspectionLimits { InspectionLimits(timeout: timeout, longestPause: pause.maxPause) }
}

/// The option of each command that inspects processes from outside.
struct PauseOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: .init(
            "The longest time for which an inspection from outside stops the process. (default: 2s)",
            valueName: "time"), transform: Duration.init(option:))
    var maxPause = InspectionLimits.usualPause

    func validate() throws {
        guard maxPause >= .milliseconds(1) else {
            throw ValidationError("--max-pause is below 1ms: give a longer time")
        }
    }
}
