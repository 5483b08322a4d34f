/// A strict reader of HTML, which reports what is malformed.
///
/// Each element is closed where it was opened, attributes are in double quotes, ids are unique, links within the page
/// have targets, and nothing is loaded from outside. It supports only the part of HTML that the pages use.
struct HTMLChecker {
    private(set) var complaints: [String] = []
    /// The names of all elements, in order.
    private(set) var elements: [String] = []
    private(set) var ids: Set<String> = []

    private var links: [String] = []
    /// The beginnings of addresses outside the page that links may have.
    private let addresses: [String]
    private var open: [String] = []

    private static let voids: Set = ["br", "col", "hr", "img", "input", "link", "meta", "wbr"]
    private static let raw: Set = ["script", "style"]

    init(_ page: String, linking addresses: [String] = []) {
        self.addresses = addresses
        var rest = page[...]
        guard rest.hasPrefix("<!DOCTYPE html>\n") else {
            complaints = ["no document type"]
            return
        }
        rest.removeFirst(16)
        while let start = rest.firstIndex(of: "<") {
            check(text: rest[..<start])
            guard let end = Self.end(of: rest[start...]) else {
                complaints.append("a tag does not end: \(rest[start...].prefix(80))")
                return
            }
            let tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            read(tag)
            if let name = open.last, Self.raw.contains(name), !tag.hasPrefix("/") {
                guard let close = rest.firstRange(of: "</\(name)") else {
                    complaints.append("no end of \(name)")
                    return
                }
                rest = rest[close.lowerBound...]
            }
        }
        check(text: rest)
        if !open.isEmpty { complaints.append("not closed: \(open.joined(separator: " "))") }
        for link in links where !ids.contains(link) { complaints.append("a link leads nowhere: #\(link)") }
    }

    /// Returns the end of a tag: the first `>` that is not in a value.
    private static func end(of tag: Substring) -> Substring.Index? {
        var isQuoted = false
        return tag.indices.first { index in
            if tag[index] == "\"" { isQuoted.toggle() }
            return !isQuoted && tag[index] == ">"
        }
    }

    private mutating func check(text: Substring) {
        for scalar in text.unicodeScalars where scalar != "\n" && scalar != "\t" {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator:
                complaints.append("a control character: \(scalar.value)")
            case .format where scalar != "\u{200D}": complaints.append("a character without a form: \(scalar.value)")
            default: break
            }
        }
        for part in text.split(separator: "&", omittingEmptySubsequences: false).dropFirst()
        where part.prefixMatch(of: #/(amp|lt|gt|quot|#\d+);/#) == nil {
            complaints.append("a bare ampersand: \(part.prefix(20))")
        }
        if text.contains(">") { complaints.append("a bare >: \(text.prefix(40))") }
        if open.isEmpty, text.contains(where: { !$0.isWhitespace }) { complaints.append("text outside: \(text)") }
    }

    private mutating func read(_ tag: Substring) {
        if tag.hasPrefix("/") {
            let name = String(tag.dropFirst())
            if open.last == name { open.removeLast() } else { complaints.append("</\(name)> in \(open)") }
            return
        }
        guard let name = tag.prefixMatch(of: #/[a-zA-Z][a-zA-Z0-9]*/#).map({ String($0.output) }) else {
            complaints.append("no tag: <\(tag.prefix(40))>")
            return
        }
        elements.append(name)
        var attributes = tag.dropFirst(name.count)
        let isClosed = attributes.hasSuffix("/")
        if isClosed { attributes.removeLast() }
        var seen: Set<String> = []
        while !attributes.isEmpty {
            guard let found = attributes.prefixMatch(of: #/\s([a-zA-Z][a-zA-Z0-9:-]*)(?:="([^"<]*)")?/#) else {
                complaints.append("not an attribute of \(name): \(attributes.prefix(60))")
                break
            }
            attributes = attributes[found.range.upperBound...]
            let key = String(found.output.1)
            if !seen.insert(key).inserted { complaints.append("\(key) twice in \(name)") }
            check(key, String(found.output.2 ?? ""), of: name)
        }
        if !isClosed, !Self.voids.contains(name) { open.append(name) }
    }

    private mutating func check(_ key: String, _ value: String, of name: String) {
        if key == "id", !ids.insert(value).inserted { complaints.append("the id \(value) twice") }
        if key.lowercased().hasPrefix("on") { complaints.append("a handler in \(name): \(key)") }
        if key == "style" { complaints.append("a style in \(name), which the policy forbids") }
        guard ["href", "src", "data", "action", "xlink:href"].contains(key) else { return }
        if value.hasPrefix("#") {
            links.append(String(value.dropFirst()))
        } else if name != "a" || !(["data:"] + addresses).contains(where: value.hasPrefix) {
            complaints.append("\(name) loads \(value.prefix(80))")
        }
    }
}
