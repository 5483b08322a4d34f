/// The frame of the page: metadata, navigation and sections.
struct PageDocument {
    let title: String
    /// The sections from top to bottom. The first is the verdict, which heads the page.
    let sections: [PageSection]

    /// The document without its type declaration.
    var node: HTMLNode {
        .tag("html", ["lang": "en"]) {
            head
            HTMLNode.tag("body") {
                HTMLNode.tag("a", ["class": "skip", "href": "#content"]) { "Skip to the report" }
                HTMLNode.tag("header", ["class": "top"]) {
                    HTMLNode.tag("p") { "Outlive" }
                    // The button needs the script, which shows it.
                    HTMLNode.tag("button", ["type": "button", "id": "fold", "hidden": ""]) { "Expand all" }
                }
                HTMLNode.tag("div", ["class": "frame"]) {
                    navigation
                    HTMLNode.tag("main", ["id": "content", "tabindex": "-1"]) { sections.map(\.node) }
                }
                HTMLNode.tag("script") { HTMLNode.verbatim(PageAssets.script) }
            }
        }
    }

    private var head: HTMLNode {
        .tag("head") {
            HTMLNode.tag("meta", ["charset": "utf-8"])
            HTMLNode.tag("meta", ["http-equiv": "Content-Security-Policy", "content": policy])
            HTMLNode.tag("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
            HTMLNode.tag("meta", ["name": "color-scheme", "content": "light dark"])
            HTMLNode.tag("meta", ["name": "referrer", "content": "no-referrer"])
            HTMLNode.tag("title") { title }
            HTMLNode.tag("style") { HTMLNode.verbatim(PageAssets.style) }
        }
    }

    private var navigation: HTMLNode {
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

    /// The content security policy: the page loads nothing and runs only its own style and script.
    private var policy: String {
        let hashes = [PageAssets.style, PageAssets.script].map { "'sha256-\(SHA256(Array($0.utf8)).base64)'" }
        return
            "default-src 'none'; style-src \(hashes[0]); script-src \(hashes[1]); base-uri 'none'; form-action 'none'"
    }
}

/// The style sheet and the script, from the files beside this one.
///
/// The contrast of text is at least 4.5 on both backgrounds. Every class of the plots begins with `plot`.
enum PageAssets {
    static let style = text(PackageResources.report_css)
    static let script = text(PackageResources.report_js)

    /// Returns the text of an embedded file without its final line break.
    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes.dropLast(), as: UTF8.self) }
}
