internal import OutliveModel
internal import Synchronization

/// The variable by which all that a child starts is told from everything else.
///
/// An application has one of its own already, its `OUTLIVE_DIR`; a command must not have that, and gets a number.
struct FamilyMark: Sendable {
    /// The environment of the child, the variable included.
    let environment: [String: String?]
    /// The variable as `NAME=value`.
    let variable: String

    private static let name = "OUTLIVE_COMMAND"
    /// Chance keeps two harnesses apart that run at once.
    private static let first = UInt64.random(in: 0...UInt64.max)
    private static let count = Atomic<UInt64>(0)

    /// Marks the environment of a child that is started next.
    init(_ environment: [String: String?]) {
        if case .some(.some(let directory)) = environment[EnvironmentName.directory] {
            self.environment = environment
            variable = "\(EnvironmentName.directory)=\(directory)"
        } else {
            let value = "\(Self.first)-\(Self.count.add(1, ordering: .relaxed).newValue)"
            self.environment = environment.merging([Self.name: value]) { $1 }
            variable = "\(Self.name)=\(value)"
        }
    }
}
