/// Test cases that belong together, as CI servers list them.
struct JUnitSuite {
    /// The name of the suite, and so the class of its cases.
    var name: String
    /// What a reader may want to know of the run; written with the first suite.
    var properties: [(name: String, value: String)] = []
    var cases: [JUnitCase]

    func count(_ kind: JUnitCase.Kind) -> Int { cases.count { $0.problem?.kind == kind } }

    /// The seconds of all cases that have any.
    var seconds: Double { cases.reduce(0) { $0 + ($1.seconds ?? 0) } }

    /// The suite as JUnit's XML, its elements in the order that strict readers want.
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
    /// The attributes that say how many cases there are and how they ended.
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

/// One test case.
struct JUnitCase {
    /// The ways in which a case does not pass; the names are those of the elements.
    enum Kind: String {
        /// What was checked does not hold.
        case failure
        /// It could not be checked.
        case error
        /// It was not to be checked.
        case skipped
    }

    /// Why a case does not pass.
    struct Problem {
        var kind: Kind
        /// In one line.
        var message: String
        /// What kind of problem, in a word.
        var type = ""
        var details: [String] = []
    }

    var name: String
    /// How long what it is about took; none where that says nothing.
    var seconds: Double?
    /// The source file and line to look at.
    var place: CheckoutPlace?
    var problem: Problem?
    /// What is to be read although the case passes.
    var output: [String] = []

    fileprivate func element(in suite: String) -> XMLElement {
        var element = XMLElement(
            name: "testcase",
            attributes: [("name", name), ("classname", suite), ("time", fixed(seconds ?? 0, digits: 6))])
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
