internal import OutliveModel

/// The source lines that the page quotes: at most `PageLimits.excerpts`, each read once.
struct SourceQuotes {
    private let root: String
    private let url: SourceURL?
    private let excerpts: [CheckoutPlace: (first: Int, lines: [String])]

    /// Reads the source at findings and their leak traces, if the options include a reader.
    init(_ findings: some Sequence<Finding>, _ options: PresentationOptions) {
        root = options.root
        url = options.sourceURL
        guard let source = options.source else {
            excerpts = [:]
            return
        }
        var found: [CheckoutPlace: (first: Int, lines: [String])] = [:]
        for place in findings.lazy.flatMap({ Self.places(of: $0, in: options.root) }) {
            guard found.count < PageLimits.excerpts else { break }
            if found[place] == nil { found[place] = source.excerpt(place.path, line: place.line) }
        }
        excerpts = found
    }

    /// Returns the place of a source line in the checkout, or `nil` if it lies elsewhere.
    func place(_ location: SourceLine) -> CheckoutPlace? { CheckoutPlace(location, in: root) }

    /// Returns `true` if the lines around a place were read.
    func has(_ place: CheckoutPlace?) -> Bool { place.map { excerpts[$0] != nil } ?? false }

    /// Returns the lines around a place, or an empty node if they were not read.
    func node(at place: CheckoutPlace?) -> HTMLNode {
        guard let place, let excerpt = excerpts[place] else { return .none }
        let name = "\(place.path):\(place.line)"
        let width = "\(excerpt.first + excerpt.lines.count)".count
        return .tag("figure", ["class": "source"]) {
            HTMLNode.tag("figcaption") { linked(HTMLNode.code(name, class: "place"), to: place) }
            HTMLNode.scrolling(
                "Source of \(name)",
                .tag("pre") {
                    for (index, line) in excerpt.lines.enumerated() {
                        let number = excerpt.first + index
                        let text = elided(printable(line), to: PageLimits.columns, .tail)
                        let head = "\(number == place.line ? "▸" : " ") \(aligned("\(number)", width))  "
                        if number == place.line {
                            HTMLNode.tag("mark") { head + text }
                        } else {
                            head + text
                        }
                        "\n"
                    }
                })
        }
    }

    /// Returns a node as a link to a line in an editor or repository, or the node itself without one.
    func linked(_ node: HTMLNode, to place: CheckoutPlace?) -> HTMLNode {
        guard let place, let address = url?.link(to: place, in: root) else { return node }
        return .tag("a", ["class": "open", "href": address, "rel": "noreferrer"]) { node }
    }

    private static func places(of finding: Finding, in root: String) -> [CheckoutPlace] {
        let locations = finding.traces.prefix(PageLimits.traces).flatMap { trace in
            [trace.culprit?.location].compactMap(\.self) + trace.steps.compactMap(\.location)
        }
        return locations.compactMap { CheckoutPlace($0, in: root) } + [finding.place(in: root)].compactMap(\.self)
    }
}
