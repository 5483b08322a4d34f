import Foundation
import Testing

@testable import OutliveReport

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Figures, read back by an independent parser.
final class PlotDocument: NSObject, XMLParserDelegate {
    struct Element {
        var name: String
        var attributes: [String: String]
        var text = ""
        /// The index of the picture that it is in, or is.
        var picture: Int?
    }

    private(set) var elements: [Element] = []
    private var open: [Int] = []

    init(_ figures: HTMLNode?...) throws {
        super.init()
        let text = "<body>" + figures.compactMap { $0?.html }.joined() + "</body>"
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        guard parser.parse() else { throw try #require(parser.parserError) }
    }

    func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

    func all(kind: String) -> [Element] {
        elements.filter { $0.attributes["class"]?.split(separator: " ").contains(Substring(kind)) == true }
    }

    var texts: [String] { all("text").map(\.text) }

    /// The elements outside of their picture, or with a coordinate that is not a number.
    var misplaced: [String] {
        elements.enumerated().flatMap { index, element -> [String] in
            guard let picture = element.picture, picture != index else { return [] }
            let size = Size(of: elements[picture])
            return element.attributes.filter { !size.contains($0.key, $0.value, of: element) }.map {
                "\(element.name) \($0.key)=\($0.value)"
            }
        }
    }

    /// Texts that lie at the height of an upright line of their picture, which is a hair of the axis at most.
    ///
    /// Only of pictures whose heights are pixels.
    var struckTexts: [String] {
        let lines = all("line").filter {
            $0.picture != nil && $0.attributes["class"] != "plot-grid" && $0.attributes["x1"] == $0.attributes["x2"]
        }
        return all("text").flatMap { text -> [String] in
            guard let base = Double(text.attributes["y"] ?? "") else { return [] }
            return lines.filter { line in
                let ends = ["y1", "y2"].compactMap { Double(line.attributes[$0] ?? "") }
                return line.picture == text.picture && ends.count == 2 && ends[0] < base + 2 && ends[1] > base - 9
            }.map { "\(text.text) / \($0.attributes["class"] ?? "")" }
        }
    }

    /// The size of a picture: in pixels, or its width in shares.
    private struct Size {
        var width: Double?
        var height: Double

        init(of picture: Element) {
            let box = (picture.attributes["viewBox"] ?? "").split(separator: " ").compactMap { Double($0) }
            width = box.count == 4 ? box[2] : nil
            height = box.count == 4 ? box[3] : Double(picture.attributes["height"] ?? "") ?? 0
        }

        func contains(_ name: String, _ value: String, of element: Element) -> Bool {
            switch name {
            case "x", "x1", "x2", "cx", "width": isAcross(value)
            case "y", "y1", "y2", "cy", "height", "r": isIn(value, height)
            // A break has a cross, in steps from its beginning.
            case "d" where width != nil && element.attributes["class"] != "plot-break": contains(path: value)
            default: true
            }
        }

        private func contains(path: String) -> Bool {
            path.split { "MLZ".contains($0) }.allSatisfy { point in
                let parts = point.replacing("h0", with: "").split(separator: ",").map(String.init)
                return parts.count == 2 && isAcross(parts[0]) && isIn(parts[1], height)
            }
        }

        private func isAcross(_ value: String) -> Bool {
            guard width == nil, value.hasSuffix("%") else { return isIn(value, width ?? 16) }
            return isIn(String(value.dropLast()), 100)
        }

        private func isIn(_ value: String, _ most: Double) -> Bool {
            guard let number = Double(value) else { return false }
            return number >= 0 && number <= most
        }
    }

    /// Duplicate ids, and references to missing ids.
    var brokenReferences: [String] {
        let ids = elements.compactMap { $0.attributes["id"] }
        let twice = Dictionary(grouping: ids, by: \.self).filter { $0.value.count > 1 }.keys
        let labels = elements.compactMap { $0.attributes["aria-labelledby"] }
        return twice + labels.flatMap { $0.split(separator: " ").map(String.init) }.filter { !ids.contains($0) }
    }

    func parser(
        _: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        let picture = attributes["role"] == "img" ? elements.count : open.last.flatMap { elements[$0].picture }
        open.append(elements.count)
        elements.append(Element(name: name, attributes: attributes, picture: picture))
    }

    func parser(_: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?) {
        open.removeLast()
    }

    func parser(_: XMLParser, foundCharacters text: String) {
        for place in open.suffix(2) where place == open.last || elements[place].name == "text" {
            elements[place].text += text
        }
    }
}
