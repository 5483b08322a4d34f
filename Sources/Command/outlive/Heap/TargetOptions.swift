internal import ArgumentParser
internal import OutliveDriver
internal import OutliveInspect
internal import OutliveModel
internal import OutliveSupport

extension InspectedTarget {
    init(option text: String) throws {
        guard let target = Self(text) else {
            throw ValidationError("\(text.onOneLine(upTo: 80)) is not a process ID: give a number above 0")
        }
        self = target
    }
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
            "The directory below which the files lie that a core file names, such as a copy of the machine's root.",
            valueName: "dir"), transform: SystemRoot.init(option:))
    var sysroot: SystemRoot?

    @Option(
        parsing: .unconditional,
        help: .init("Timeout of each inspection. (default: 30s)", valueName: "time"),
        transform: Duration.init(option:))
    var timeout = Duration.seconds(30)

    @OptionGroup var pause: PauseOption

    var limits: InspectionLimits { InspectionLimits(timeout: timeout, longestPause: pause.maxPause) }

    /// Refuses a `--sysroot` of a process.
    func check(_ target: InspectedTarget) throws {
        guard sysroot != nil else { return }
        guard case .core = target else { throw ValidationError("--sysroot is for core files: leave it out") }
    }
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
        guard maxPause >= .milliseconds(1) else { throw ValidationError("--max-pause is below 1ms: give a longer time") }
    }
}
