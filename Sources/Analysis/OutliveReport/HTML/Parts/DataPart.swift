internal import OutliveModel

extension PageContent {
    /// The raw data for download, embedded in the page.
    var data: PageSection {
        get throws {
            let json = try JSONReporter().bytes(for: stored)
            return PageSection("data", "Raw data", heading: "Raw data") {
                HTMLNode.tag("ul", ["class": "downloads"]) {
                    download("outlive.json", "The whole report as JSON", "application/json", json)
                    download("outlive.csv", "The raw measurements as CSV", "text/csv", CSVReporter().bytes(for: report))
                }
            }
        }
    }

    private func download(_ name: String, _ words: String, _ type: String, _ bytes: [UInt8]) -> HTMLNode {
        let size = Scale.bytes(Double(bytes.count)).text(Double(bytes.count))
        return .tag("li") {
            if bytes.count <= PageLimits.download {
                HTMLNode.tag("a", ["download": name, "href": "data:\(type);base64,\(Base64.text(bytes))"]) { words }
                " (\(name), \(size))"
            } else {
                "\(words) is too large for a page: \(size). Make it with --report \(name.split(separator: ".")[1])=FILE."
            }
        }
    }
}
