internal import OutliveModel

/// An invocation of the tool, one for each merged run.
///
/// It omits the command line, which would expose files and folders of the machine.
struct SARIFInvocation: Encodable {
    var executionSuccessful: Bool
    var startTimeUtc: String
    var exitCode: Int32
    var exitCodeDescription: String
    var toolExecutionNotifications: [SARIFNotification]?
    var properties: Properties

    struct Properties: Encodable {
        /// The summary line of the run.
        var summary: String
        var system: String
        var architecture: String
        var processors: Int
        /// The id of a merged run.
        var shard: String?

        init(summary: String, machine: Machine, shard: String? = nil) {
            self.summary = oneLine(summary)
            system = machine.system
            architecture = machine.architecture
            processors = machine.processors
            self.shard = shard
        }
    }
}

/// A message about the run itself, and not about the program.
struct SARIFNotification: Encodable {
    var level: SARIFLevel
    var message: SARIFMessage
    var descriptor: Reference?

    struct Reference: Encodable {
        var id: String
        var index: Int
    }

    /// The subject of a notification.
    enum Kind: Hashable {
        case failure(Failure.Code)
        case interrupted
        case note

        static let all = Failure.Code.allCases.map { Kind.failure($0) } + [.interrupted, .note]

        private var id: String {
            switch self {
            case .failure(let code): "failure/\(code.rawValue)"
            case .interrupted: "interrupted"
            case .note: "note"
            }
        }

        private var words: String {
            switch self {
            case .failure(let code): "The run failed: \(code.words)."
            case .interrupted: "The run was stopped before its end."
            case .note: "Notes about how the figures were measured."
            }
        }

        fileprivate var level: SARIFLevel { self == .note ? .note : .error }

        fileprivate var reference: Reference { Reference(id: id, index: Self.all.firstIndex(of: self) ?? -1) }

        var descriptor: SARIFDescriptor {
            SARIFDescriptor(
                id: id, name: SARIFDescriptor.name(of: id), shortDescription: SARIFMessage(text: words),
                defaultConfiguration: .init(level: level))
        }
    }

    init(_ kind: Kind, _ text: String) {
        level = kind.level
        message = SARIFMessage(text: text)
        descriptor = kind.reference
    }
}
