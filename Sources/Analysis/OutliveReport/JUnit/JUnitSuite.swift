/// A group of test cases, as CI servers list them.
struct JUnitSuite {
    /// The name of the suite, which is also the class name of its cases without another.
    var name: String
    /// The properties of the run. The first suite has them.
    var properties: [(name: String, value: String)] = []
    var cases: [JUnitCase]

    func count(_ kind: JUnitCase.Kind) -> Int { cases.count { $0.problem?.kind == kind } }

    /// The total time of all cases, in seconds.
    var seconds: Double { cases.reduce(0) { $0 + ($1.seconds ?? 0) } }

    /// Returns the suite as XML, its elements in the order that strict readers require.
    func element(timestamp: String) -> XMLElement {
        var element = XMLElement(
            name: "testsuite", attributes: [("name", name)] + [self].counts + [("timestamp", timestamp)])
        if !properties.isEmpty {
            element.children.append(
                XMLElement(
                    name: "properties",
                    children: properties.map {
                        XMLElement(name: "property", attributes: [("name", $0.name), ("value", $0.value)])
                    }))
        }
        element.children += cases.map { $0.element(in: name) }
        return element
    }
}

extension [JUnitSuite] {
    /// The attributes with the number of cases by result.
    var counts: [(name: String, value: String)] {
        [
            ("tests", "\(reduce(0) { $0 + $1.cases.count })"),
            ("failures", "\(reduce(0) { $0 + $1.count(.failure) })"),
            ("errors", "\(reduce(0) { $0 + $1.count(.error) })"),
            ("skipped", "\(reduce(0) { $0 + $1.count(.skipped) })"),
            ("time", fixed(reduce(0) { $0 + $1.seconds }, digits: 6)),
        ]
    }
}

struct JUnitCase {
    /// The results of a case that does not pass. The elements have the same names.
    enum Kind: String {
        /// The check failed.
        case failure
        /// The check could not be made.
        case error
        /// The check was not requested.
        case skipped
    }

    struct Problem {
        var kind: Kind
        var message: String
        /// The kind of problem in a word.
        var type = ""
        var details: [String] = []
    }

    var name: String
    /// The class of the case; `nil` for that of the suite.
    var className: String?
    /// The time of the measured action, or `nil` without a meaningful one.
    var seconds: Double?
    var place: CheckoutPlace?
    var problem: Problem?
    /// The output of a passing case.
    var output: [String] = []

    /// Marks the case as failed; its output becomes the details of the problem.
    mutating func fail(_ message: String, type: String) {
        problem = Problem(kind: .failure, message: message, type: type, details: output)
        output = []
    }

    /// Marks a check that was not requested, or that could not be judged.
    mutating func skip(_ reason: String) { problem = Problem(kind: .skipped, message: reason) }

    fileprivate func element(in suite: String) -> XMLElement {
        var element = XMLElement(
            name: "testcase",
            attributes: [("name", name), ("classname", className ?? suite), ("time", fixed(seconds ?? 0, digits: 6))])
        if let place { element.attributes += [("file", place.path), ("line", "\(place.line)")] }
        if let problem {
            var child = XMLElement(
                name: problem.kind.rawValue, attributes: [("message", problem.message)],
                text: problem.details.joined(separator: "\n"))
            if !problem.type.isEmpty { child.attributes.append(("type", problem.type)) }
            element.children.append(child)
        }
        if !output.isEmpty {
            element.children.append(XMLElement(name: "system-out", text: output.joined(separator: "\n")))
        }
        return element
    }
}

/// An element of an XML 1.0 document, with its content.
struct XMLElement {
    var name: String
    /// The names and values, in the order of writing.
    var attributes: [(name: String, value: String)] = []
    var children: [XMLElement] = []
    var text = ""

    /// Writes the element as lines of a document.
    func write(to document: inout String, depth: Int = 0) {
        let indent = String(repeating: "  ", count: depth)
        let head = attributes.reduce("\(indent)<\(name)") {
            "\($0) \($1.name)=\"\(Markup.xml.escaped($1.value, isQuoted: true))\""
        }
        if text.isEmpty, children.isEmpty {
            document += "\(head)/>\n"
            return
        }
        document += "\(head)>\(Markup.xml.escaped(text))"
        if !children.isEmpty {
            document += "\n"
            for child in children { child.write(to: &document, depth: depth + 1) }
            document += indent
        }
        document += "</\(name)>\n"
    }
}
