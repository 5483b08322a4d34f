internal import OutliveModel
internal import Synchronization

/// Variables by which what a child starts is told from everything else, as environments are handed down.
///
/// An application has one of its own already, its `OUTLIVE_DIR`. A command must not have that, or it would take itself
/// for the application; it gets a number.
struct FamilyMark: Sendable {
    /// What the child's environment has in addition.
    let environment: [String: String?]
    /// The variables as `NAME=value`, each of which tells that a process is of the family.
    let variables: [String]

    private static let name = "OUTLIVE_COMMAND"
    /// Chance keeps two harnesses apart that run at once.
    private static let first = UInt64.random(in: 0...UInt64.max)
    private static let count = Atomic<UInt64>(0)

    /// The mark of an application, which is told of the folder that it is watched through.
    static func application(watchedIn folder: String) -> FamilyMark {
        FamilyMark(
            environment: [EnvironmentName.directory: folder],
            variables: ["\(EnvironmentName.directory)=\(folder)", "\(name)=\(folder)"])
    }

    /// The mark of a command that resets an application: what it starts for good, as when it starts a helper anew, is
    /// of the application's family, not of the command's.
    static func reset(ofApplicationIn folder: String) -> FamilyMark {
        FamilyMark(environment: [name: folder], variables: [])
    }

    /// The mark of a command that is to leave nothing behind, another each time.
    static func command() -> FamilyMark {
        Watchdog.add(.variable("\(name)=\(first)-"))
        let value = "\(first)-\(count.add(1, ordering: .relaxed).newValue)"
        return FamilyMark(environment: [name: value], variables: ["\(name)=\(value)"])
    }
}
