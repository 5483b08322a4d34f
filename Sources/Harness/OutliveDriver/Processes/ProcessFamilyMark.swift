internal import OutliveModel
internal import Synchronization

/// Environment variables that descendants inherit and that mark them as members of a family.
///
/// An application has the mark `OUTLIVE_DIR`. A command must not have it, or it would take itself for the application;
/// its mark is a number.
struct ProcessFamilyMark: Sendable {
    /// The additions to the child's environment.
    let environment: [String: String?]
    /// The variables as `NAME=value`; any of them identifies a member.
    let variables: [String]

    private static let name = "OUTLIVE_COMMAND"
    /// Random, to distinguish harnesses that run at once.
    private static let first = UInt64.random(in: 0...UInt64.max)
    private static let count = Atomic<UInt64>(0)

    /// Returns the mark of an application that is watched through a folder.
    static func application(watchedIn folder: String) -> ProcessFamilyMark {
        ProcessFamilyMark(
            environment: [EnvironmentName.directory: folder],
            variables: ["\(EnvironmentName.directory)=\(folder)", "\(name)=\(folder)"])
    }

    /// Returns the mark of a command that resets an application.
    ///
    /// A lasting process that it starts, such as a restarted helper, belongs to the application's family.
    static func reset(ofApplicationIn folder: String) -> ProcessFamilyMark {
        ProcessFamilyMark(environment: [name: folder], variables: [])
    }

    /// Returns the unique mark of a command that must leave no process behind.
    static func command() -> ProcessFamilyMark {
        Watchdog.add(.variable("\(name)=\(first)-"))
        let value = "\(first)-\(count.add(1, ordering: .relaxed).newValue)"
        return ProcessFamilyMark(environment: [name: value], variables: ["\(name)=\(value)"])
    }
}
