package import OutliveModel
internal import OutliveSupport
internal import Yams

/// A file of budgets, with its text: a mapping in YAML with one key, `budgets`, to the entries.
///
/// It is read strictly, because a misspelled entry would limit nothing.
package struct BudgetFile {
    /// The default file, in the working directory.
    package static let standardPath = "outlive.budget.yml"
    package let path: String
    /// The text, or empty if the file does not exist yet.
    package let text: String
    package private(set) var entries: [Budget] = []
    /// The list as written, for additions, or `nil` if there is none.
    private(set) var list: Node.Sequence?
    /// The entries as written, by their line.
    private(set) var readers: [Int: BudgetReader] = [:]
}

extension BudgetFile {
    /// Reads the file.
    ///
    /// - Throws: `YAMLError` with the place, if the file cannot be read or used.
    package init(reading path: String) throws(YAMLError) {
        let file = try YAMLFile(reading: path, kind: "file of budgets")
        try self.init(path: path, checking: file.text)
    }

    /// Reads the file, or creates an empty list if it does not exist.
    ///
    /// - Throws: `YAMLError` with the place, if the file cannot be read or used.
    package init(readingIfPresent path: String) throws(YAMLError) {
        if YAMLFile.isMissing(path) {
            self.init(path: path, text: "")
        } else {
            try self.init(reading: path)
        }
    }

    private init(path: String, text: String) { (self.path, self.text) = (path, text) }

    /// Creates the file from a new text.
    ///
    /// - Throws: `YAMLError` with the place, if the text is no list of budgets.
    package init(path: String, checking text: String) throws(YAMLError) {
        self.init(path: path, text: text)
        let file = YAMLFile(path: path, text: text)
        guard let list = try file.list("budgets", kind: "list of budgets", first: "name") else { return }
        self.list = list
        var lines: [Budget.Subject: [String: Int]] = [:]
        for node in list {
            let reader = try BudgetReader(node, file)
            let entry = try reader.entry()
            if let other = lines[entry.subject]?[entry.name] {
                throw file.error(at: node, "the budget of '\(entry.name)' is in line \(other) already: keep one")
            }
            lines[entry.subject, default: [:]][entry.name] = file.line(of: node)
            entries.append(entry)
            readers[file.line(of: node)] = reader
        }
    }

    /// Returns the entry of a name, or `nil` if there is none.
    package func entry(of name: String, as subject: Budget.Subject = .work) -> Budget? {
        entries.first { $0.subject == subject && $0.name == name }
    }

    /// Returns the entries of programs and their work, or of tests, in their order.
    package func entries(of subject: Budget.Subject) -> [Budget] { entries.filter { $0.subject == subject } }

    /// Returns the list for people: a line for each entry, and one for its reason.
    package var listing: String {
        let path = path.onOneLine()
        let entries = entries.map { entry in
            let reason = entry.reason.map { "\n  reason: \($0.onOneLine())" } ?? ""
            let day = entry.date.map { ", since \($0)" } ?? ""
            return "\(path):\(entry.line ?? 1): \(entry.label): \(entry.words)\(day)\(reason)\n"
        }
        return entries.joined() + "\(path) has \(counted(entries.count, "budget"))\n"
    }
}

extension Budget {
    /// The name in a list: `service`, `test ShopTests.CartTests.total()`.
    var label: String { subject == .test ? "test \(name)" : name }

    /// The limits in words: `allocations 44, bytes 5.44kB`.
    var words: String {
        BudgetFigure.allCases.compactMap { figure in
            limits[figure].map { "\(figure.rawValue) \(figure.text($0))" }
        }.joined(separator: ", ")
    }
}

extension BudgetFigure {
    /// Returns a number as a file of budgets has it: `44`, `5.44kB`.
    func text(_ number: Int) -> String { isSize ? number.exactSize : "\(number)" }
}

extension Int {
    /// A number of bytes as people write it, without loss: `5.44kB`, `812B`.
    fileprivate var exactSize: String {
        let units = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")]
        guard let (factor, unit) = units.first(where: { self >= $0.0 }) else { return "\(self)B" }
        let digits = "\(self % factor + factor)".dropFirst()
        let fraction = digits.reversed().drop { $0 == "0" }.reversed()
        return "\(self / factor)" + (fraction.isEmpty ? "" : ".\(String(fraction))") + unit
    }
}
