internal import OutliveModel
internal import OutliveSupport
internal import Yams

/// An entry of a file of budgets in YAML.
struct BudgetReader {
    enum Key: String, CaseIterable {
        case name, test, allocations, bytes, peak, growth, reason, date, sites

        init(_ subject: Budget.Subject) { self = subject == .test ? .test : .name }

        init(_ figure: BudgetFigure) {
            switch figure {
            case .allocations: self = .allocations
            case .bytes: self = .bytes
            case .peak: self = .peak
            case .growth: self = .growth
            }
        }
    }

    /// A site with the place of its name and its number.
    struct Site {
        var count: Int
        var line: Int
        var value: YAMLEntry<Key>.Value
    }

    let read: YAMLEntry<Key>
    /// The sites by name.
    let sites: [BudgetSiteName: Site]

    private var file: YAMLFile { read.file }

    init(_ node: Node, _ file: YAMLFile) throws(YAMLError) {
        read = try YAMLEntry(
            node, file, form: "'name: …' or 'test: …' and a figure such as 'allocations: 44'", mappings: [.sites])
        sites = try Self.sites(read.mappings[.sites], file)
    }

    func entry() throws(YAMLError) -> Budget {
        let subject: Budget.Subject = read.values[.test] == nil ? .work : .test
        guard let name = read.values[Key(subject)] else {
            throw file.error(
                at: read.node,
                "there is no 'name': write the name of the program or of its work, or 'test' and that of a test")
        }
        if subject == .test, let other = read.values[.name] {
            throw file.error(at: other.node, "an entry has a 'name' or a 'test', and not both: remove one")
        }
        if subject == .test, let peak = read.values[.peak] {
            throw file.error(
                at: peak.node, "a test has no peak of its own, because its process runs others: remove 'peak'")
        }
        try Self.check(name.text, at: name.node, file)
        var limits: [BudgetFigure: Int] = [:]
        for figure in BudgetFigure.allCases {
            guard let value = read.values[Key(figure)] else { continue }
            limits[figure] =
                figure.isSize ? try size(value) : try Self.count(value.text, of: "allocations", at: value.node, file)
        }
        guard !limits.isEmpty else {
            let names = subject.figures.map(\.rawValue).joined(separator: ", ")
            throw file.error(at: read.node, "the entry limits nothing: write one of \(names)")
        }
        return Budget(
            of: subject, name: name.text, limits: limits, reason: read.values[.reason]?.text, date: try date(),
            sites: sites.mapValues(\.count), line: file.line(of: read.node))
    }

    private func size(_ value: YAMLEntry<Key>.Value) throws(YAMLError) -> Int {
        guard let bytes = Int(bytesIn: value.text) else {
            throw file.error(
                at: value.node, "'\(value.text.onOneLine(upTo: 80))' is not a size: write bytes from 0, such as 12kB")
        }
        return bytes
    }

    private func date() throws(YAMLError) -> CalendarDay? {
        guard let value = read.values[.date] else { return nil }
        guard let day = CalendarDay(value.text) else {
            throw file.error(
                at: value.node, "'\(value.text.onOneLine(upTo: 80))' is not a date: write the day as 2027-03-31")
        }
        return day
    }

    private static func count(_ text: String, of things: String, at node: Node, _ file: YAMLFile) throws(YAMLError)
        -> Int
    {
        let limit = 1_000_000_000_000
        guard text.allSatisfy({ ("0"..."9").contains($0) }), let count = Int(text), count <= limit else {
            throw file.error(
                at: node,
                "'\(text.onOneLine(upTo: 80))' is not a number of \(things): write a whole number from 0, such as 44")
        }
        return count
    }

    private static func check(_ name: String, at node: Node, _ file: YAMLFile) throws(YAMLError) {
        guard name.isOnOneLine, name.unicodeScalars.count <= BudgetSiteName.maximumLength + 3 else {
            throw file.error(
                at: node,
                "a name must have at most \(BudgetSiteName.maximumLength) characters and no control characters")
        }
    }

    private static func sites(
        _ mapping: Node.Mapping?, _ file: YAMLFile
    ) throws(YAMLError) -> [BudgetSiteName: Site] {
        var sites: [BudgetSiteName: Site] = [:]
        for pair in mapping ?? Node.Mapping([]) {
            guard let name = try file.text(pair.key), !name.isEmpty else {
                throw file.error(at: pair.key, "a site must be a text: write the type and the function")
            }
            try check(name, at: pair.key, file)
            guard let text = try file.text(pair.value) else {
                throw file.error(
                    at: pair.value, "the number of a site must be one text: write '\"TYPE in FUNCTION\": 3'")
            }
            sites[BudgetSiteName(name)] = Site(
                count: try count(text, of: "allocations", at: pair.value, file), line: file.line(of: pair.key),
                value: (text, pair.value))
        }
        return sites
    }
}
