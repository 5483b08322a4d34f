/// Returns a page in UTF-8: metadata, navigation and sections.
///
/// - Parameters:
///   - sections: The sections from top to bottom. The first is the verdict, which heads the page.
///   - data: The data for the script as JSON, or `nil` if it needs none.
func htmlPage(_ title: String, _ sections: [PageSection], _ assets: PageAssets, data: [UInt8]? = nil) -> [UInt8] {
    let json = data.map { String(decoding: $0, as: UTF8.self) }
    let page = HTMLNode.tag("html", ["lang": "en"]) {
        head(title, assets)
        HTMLNode.tag("body") {
            HTMLNode.tag("a", ["class": "skip", "href": "#content"]) { "Skip to the report" }
            HTMLNode.tag("header", ["class": "top"]) {
                HTMLNode.tag("p") { "Outlive" }
                // The button needs the script, which shows it.
                HTMLNode.tag("button", ["type": "button", "id": "fold", "hidden": ""]) { "Expand all" }
            }
            HTMLNode.tag("div", ["class": "frame"]) {
                navigation(sections)
                HTMLNode.tag("main", ["id": "content", "tabindex": "-1"]) { sections.map(\.node) }
            }
            // Browsers do not run the block. It is not escaped, which would take longer than all else: `CompactJSON`
            // has no markup.
            if let json {
                HTMLNode.verbatim("<script type=\"application/json\" id=\"heap-data\">\(json)</script>\n")
            }
            HTMLNode.tag("script") { HTMLNode.verbatim(assets.script) }
        }
    }
    return Array(("<!DOCTYPE html>\n" + page.html).utf8)
}

private func head(_ title: String, _ assets: PageAssets) -> HTMLNode {
    .tag("head") {
        HTMLNode.tag("meta", ["charset": "utf-8"])
        HTMLNode.tag("meta", ["http-equiv": "Content-Security-Policy", "content": assets.policy])
        HTMLNode.tag("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        HTMLNode.tag("meta", ["name": "color-scheme", "content": "light dark"])
        HTMLNode.tag("meta", ["name": "referrer", "content": "no-referrer"])
        HTMLNode.tag("title") { title }
        HTMLNode.tag("style") { HTMLNode.verbatim(assets.style) }
    }
}

private func navigation(_ sections: [PageSection]) -> HTMLNode {
    .tag("nav", ["aria-label": "Sections"]) {
        HTMLNode.tag("ul") {
            for section in sections {
                HTMLNode.tag("li", ["class": section.tone == .plain ? nil : section.tone.rawValue]) {
                    HTMLNode.tag("a", ["href": "#\(section.id)"]) { section.name }
                }
            }
        }
    }
}

/// The style sheet and the script of a page, from embedded files.
///
/// The contrast of text is at least 4.5 on both backgrounds. Every class of the plots begins with `plot`.
struct PageAssets {
    let style: String
    let script: String
    /// The addresses that the script may ask, as a source list of the policy, or `nil` for none.
    private let connections: String?

    private init(style: [[UInt8]], script: [[UInt8]], connections: String? = nil) {
        self.connections = connections
        // An embedded file ends with a line break.
        func text(_ files: [[UInt8]]) -> String { String(decoding: files.joined().dropLast(), as: UTF8.self) }
        self.style = text(style)
        self.script = text(script)
    }

    /// The content security policy: the page loads nothing and runs only its own style and script. A served page asks
    /// its own server.
    fileprivate var policy: String {
        let hashes = [style, script].map { "'sha256-\(base64(sha256(Array($0.utf8))))'" }
        let connect = connections.map { "connect-src \($0); " } ?? ""
        return "default-src 'none'; style-src \(hashes[0]); script-src \(hashes[1]); \(connect)base-uri 'none'; "
            + "form-action 'none'"
    }

    static let ofReport = PageAssets(style: [PackageResources.report_css], script: [PackageResources.report_js])
    static let ofFlameGraph = PageAssets(
        style: [PackageResources.flamegraph_css], script: [PackageResources.flamegraph_js])
    private static let explorerStyle = [PackageResources.report_css, PackageResources.explorer_css]
    private static let explorerScript = [
        PackageResources.report_js, PackageResources.explorer_js, PackageResources.tree_js, PackageResources.types_js,
        PackageResources.map_js, PackageResources.calls_js,
    ]
    static let ofExplorer = PageAssets(style: explorerStyle, script: explorerScript)
    static let ofServedExplorer = PageAssets(
        style: explorerStyle, script: explorerScript + [PackageResources.inspect_js], connections: "'self'")
}
