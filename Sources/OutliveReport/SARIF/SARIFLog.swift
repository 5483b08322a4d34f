/// A SARIF file: the root of the document.
struct SARIFLog: Encodable {
    let schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
    let version = "2.1.0"
    var runs: [SARIFRun]

    enum CodingKeys: String, CodingKey {
        case schema = "$schema"
        case version, runs
    }
}

/// What one run of the tool found.
///
/// It has no `automationDetails`: GitHub's upload takes its category from there, and one that is in the file wins over
/// what the workflow names.
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
        let fullName = "Outlive: what outlives its use"
        /// As it is printed, and as a semantic version.
        var version, semanticVersion: String
        let language = "en-US"
        /// All, in an order that stays, so that an index means the same in every file of a version.
        let rules = SARIFRule.all.map(\.descriptor)
        /// Those of `toolExecutionNotifications`.
        let notifications = SARIFNotification.Kind.all.map(\.descriptor)

        init(version: String) { (self.version, semanticVersion) = (version, version) }
    }
}

/// Text for people; Markdown where a reader can show it.
struct SARIFMessage: Encodable, Hashable {
    var text: String
    var markdown: String?
}

/// How bad something is.
enum SARIFLevel: String, Encodable, Hashable {
    case error, warning, note, none
}

/// What a rule, or a kind of notification, is about.
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
