internal import OutliveModel

/// The root of a document in SARIF 2.1.0. The values have the names and the nesting of the standard.
struct SARIFLog: Encodable {
    static let schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

    let version = "2.1.0"
    var runs: [SARIFRun]
}

/// The results of a run of the tool.
///
/// It has no `automationDetails`. GitHub's upload reads its category from there, and one in the file would override the
/// workflow's.
struct SARIFRun: Encodable {
    var tool: [String: SARIFDriver]
    var invocations: [SARIFInvocation]
    var results: [SARIFResult]
    let columnKind = "unicodeCodePoints"
    let originalUriBaseIds = [
        SARIFPhysicalLocation.base: ["description": SARIFMessage(text: "The folder of the checkout.")]
    ]
}

struct SARIFDriver: Encodable {
    let name = "outlive"
    let fullName = "Outlive: leak detector and reset benchmark"
    var version, semanticVersion: String
    let language = "en-US"
    /// All rules, in a fixed order, so that an index means the same in every file of a version.
    let rules = SARIFRule.all.map(\.descriptor)
    /// The descriptors of `toolExecutionNotifications`.
    let notifications = SARIFNotification.Kind.all.map(\.descriptor)

    init(version: String) { (self.version, semanticVersion) = (version, version) }
}

/// A message, with Markdown for readers that support it.
struct SARIFMessage: Encodable, Hashable {
    var text: String
    var markdown: String?
}

enum SARIFLevel: String, Encodable, Hashable {
    case error, warning, note, none
}

/// The description of a rule or a kind of notification.
struct SARIFDescriptor: Encodable {
    var id: String
    var name: String
    var shortDescription: SARIFMessage
    var fullDescription: SARIFMessage?
    var help: SARIFMessage?
    var defaultConfiguration: [String: SARIFLevel]
    var properties: [String: [String]]?
}

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
        var summary: String
        var system, architecture: String
        var processors: Int
        /// The id of a merged run.
        var shard: String?
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
                defaultConfiguration: ["level": level])
        }
    }

    init(_ kind: Kind, _ text: String) {
        level = kind.level
        message = SARIFMessage(text: text)
        descriptor = kind.reference
    }
}
