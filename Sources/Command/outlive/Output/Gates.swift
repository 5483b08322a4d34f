internal import ArgumentParser
internal import OutliveModel

extension GateMode: ExpressibleByArgument {}

/// The effect of leaks, with the words of earlier versions.
enum LeakGate: String, CaseIterable, ExpressibleByArgument {
    case fail, report, off
    /// Leaks fail the run, and so does a run in which nothing was watched.
    case require
    /// The word for `fail` in earlier versions.
    case auto

    static let allValueStrings = ["fail", "report", "off", "require"]

    /// The search for leaks of registered components.
    var mode: LeakMode {
        switch self {
        case .fail, .report, .auto: .auto
        case .off: .off
        case .require: .require
        }
    }
}

extension GateMode {
    /// Refuses `off` for a command that only lists what the gate judges.
    func check(_ option: String, of command: String) throws {
        guard self != .off else {
            throw ValidationError("\(option) off leaves nothing to do for 'outlive \(command)': write report or fail")
        }
    }
}
