/// The root of a SARIF document.
struct SARIFLog: Encodable {
    let schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
    let version = "2.1.0"
    var runs: [SARIFRun]

    enum CodingKeys: String, CodingKey {
        case schema = "$schema"
        case version, runs
    }
}

/// The results of a run of the tool.
///
/// It has no `automationDetails`. GitHub's upload reads its category from there, and one in the file would override
/// that of the workflow.
struct SARIFRun: Encodable {
    var tool: SARIFTool
    var invocations: [SARIFInvocation]
    var results: [SARIFResult]
    let columnKind = "unicodeCodePoints"
    let originalUriBaseIds = [SARIFArtifact.base: SARIFArtifact.checkout]
}

/// The tool, and the rules that its results refer to.
struct SARIFTool: Encodable {
    var driver: Driver

    struct Driver: Encodable {
        let name = "outlive"
        let fullName = "Outlive: leak detector and reset benchmark"
        /// The version as printed, and as a semantic version.
        var version, semanticVersion: String
        let language = "en-US"
        /// All rules, in a fixed order, so that an index means the same in every file of a version.
        let rules = SARIFRule.all.map(\.descriptor)
        /// The descriptors of `toolExecutionNotifications`.
        let notifications = SARIFNotification.Kind.all.map(\.descriptor)

        init(version: String) { (self.version, semanticVersion) = (version, version) }
    }
}

/// A message, with Markdown for readers that support it.
struct SARIFMessage: Encodable, Hashable {
    var text: String
    var markdown: String?
}

/// A severity.
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
    var defaultConfiguration: Configuration
    var properties: Properties?

    struct Configuration: Encodable {
        var level: SARIFLevel
    }

    struct Properties: Encodable {
        var tags: [String]
    }
}
