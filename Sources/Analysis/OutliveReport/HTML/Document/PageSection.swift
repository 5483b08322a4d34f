/// A section of the page, with a heading and an entry in the navigation.
struct PageSection {
    /// The target of links to the section.
    let id: String
    let name: String
    let heading: String
    var tone = Tone.plain
    /// The verdict in a sentence, in the section that heads the page.
    var sentence: String?
    let content: [HTMLNode]

    init(_ id: String, _ name: String, heading: String, tone: Tone = .plain, @HTMLBuilder _ content: () -> [HTMLNode]) {
        self.id = id
        self.name = name
        self.heading = heading
        self.tone = tone
        self.content = content()
    }

    var node: HTMLNode {
        .tag("section", ["id": id, "class": sentence == nil ? nil : tone.rawValue, "aria-labelledby": "\(id)-heading"])
        {
            if let sentence {
                HTMLNode.tag("h1", ["id": "\(id)-heading"]) {
                    tone.icon
                    HTMLNode.tag("span") { sentence }
                }
            } else {
                HTMLNode.tag("h2", ["id": "\(id)-heading"]) { heading }
            }
            content
        }
    }
}

extension Tone {
    /// An icon for readers who cannot distinguish the colour. Screen readers skip it, as words stand beside it.
    fileprivate var icon: HTMLNode {
        let path =
            switch self {
            case .good: "M6.5 12.5l3.5 3.5 7.5-8"
            case .bad: "M8 8l8 8M16 8l-8 8"
            case .warn: "M12 6.5v7M12 16.8v.4"
            case .plain: "M12 10.5v7M12 6.8v.4"
            }
        return .tag("svg", ["class": "icon", "viewBox": "0 0 24 24", "aria-hidden": "true"]) {
            HTMLNode.tag("circle", ["cx": "12", "cy": "12", "r": "11"])
            HTMLNode.tag("path", ["d": path])
        }
    }
}

/// The limits of a page, so that a browser opens it at once whatever the size of the report.
enum PageLimits {
    static let causes = 50
    /// The number of causes that are open at first.
    static let openCauses = 3
    /// The number of items from which a field to search them is shown.
    static let searchable = 3
    static let failures = 50
    static let rows = 200
    /// The number of rows of a long table that are shown before it is unfolded.
    static let unfolded = 20
    /// The number of leak traces of a finding, and of steps of each.
    static let traces = 6
    static let steps = 40
    static let functions = 40
    static let excerpts = 150
    /// The number of lines of an application's output and of a difference, and of columns of each.
    static let outputLines = 200
    static let diffLines = 300
    static let columns = 400
    /// The number of columns of a line of output, the middle of which is left out, as a reason stands at its end.
    static let outputColumns = 1_000
    /// The number of differences in the probe's output.
    static let differences = 5
    static let download = 6_000_000
    /// The rows of the explorer's tables without the script, and the columns of texts in its data.
    static let explorerTypes = 100
    static let explorerGroups = 40
    static let explorerObjects = 50
    static let explorerText = 300
}
