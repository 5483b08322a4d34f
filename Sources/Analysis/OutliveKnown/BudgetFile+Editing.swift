package import OutliveModel
internal import Yams

// Edits change the text in place, so that comments and order are preserved.
extension BudgetFile {
    /// Returns the file with an entry added to its list.
    ///
    /// - Throws: `YAMLError` if the form of the list does not allow an addition.
    package func adding(_ entry: Budget) throws(YAMLError) -> BudgetFile {
        let form = YAMLForm(path: path, text: text)
        try form.checkLines()
        let edit = YAMLEdit(path: path, text: text)
        let added = edited(
            edit.adding([entry.yamlLines], to: list, key: "budgets", head: Self.head), entries + [entry])
        guard let added else { throw form.refusal(ofAddingTo: list, key: "budgets") }
        return added
    }

    /// Returns the file with changed values in one of its entries.
    ///
    /// - Throws: `YAMLError` if the form of the entry does not allow a replacement.
    package func changing(_ old: Budget, to new: Budget) throws(YAMLError) -> BudgetFile {
        guard let line = old.line, let reader = readers[line] else { return self }
        let form = YAMLForm(path: path, text: text)
        try form.checkLines()
        let text: String
        do throws(YAMLError) {
            text = try self.text(changing: old, readBy: reader, to: new)
        } catch {
            throw form.refusal(ofChanging: reader.read.node, because: error)
        }
        let changed = edited(text, entries.map { $0 == old ? new : $0 })
        guard let changed else { throw form.refusal(ofChanging: reader.read.node) }
        return changed
    }

    /// Returns the text with changed values in an entry.
    private func text(
        changing old: Budget, readBy reader: BudgetReader, to new: Budget
    ) throws(YAMLError) -> String {
        let figures = BudgetFigure.allCases.map(BudgetReader.Key.init)
        guard let anchor = figures.first(where: { reader.read.lines[$0] != nil }),
            let anchorLine = reader.read.lines[anchor]
        else { return text }
        var edit = YAMLEdit(path: path, text: text)
        // Added lines go below a figure, after all replacements, which rely on line numbers.
        var added: [String] = []
        func write(_ key: BudgetReader.Key, _ text: String) throws(YAMLError) {
            if let value = reader.read.values[key], let mark = value.node.mark {
                try edit.replace(value.text, by: text, at: mark)
            } else {
                added.append("\(key.rawValue): \(text)")
            }
        }
        for figure in BudgetFigure.allCases where old.limits[figure] != new.limits[figure] {
            if let number = new.limits[figure] { try write(BudgetReader.Key(figure), figure.text(number)) }
        }
        if old.reason != new.reason, let reason = new.reason { try write(.reason, yamlQuoted(reason)) }
        if old.date != new.date, let date = new.date { try write(.date, date.description) }
        if old.sites != new.sites { added += try change(reader, to: new.sites, in: &edit) }
        try edit.add(added, below: anchor.rawValue, at: anchorLine)
        return edit.text
    }

    /// Changes the numbers of sites in place, removes sites that are gone, and adds new ones at the end.
    ///
    /// - Returns: The lines of the list if the entry had none.
    private func change(
        _ reader: BudgetReader, to new: [BudgetSiteName: Int], in edit: inout YAMLEdit
    ) throws(YAMLError) -> [String] {
        let added = new.filter { reader.sites[$0.key] == nil }.byCount
        guard let listLine = reader.read.lines[.sites] else {
            return ["sites:"] + added.map { "  " + $0 }
        }
        var kept: [BudgetReader.Site] = []
        for (name, site) in reader.sites {
            guard let mark = site.value.node.mark else { continue }
            if let count = new[name] {
                if count != site.count { try edit.replace(site.value.text, by: "\(count)", at: mark) }
                kept.append(site)
            } else {
                try edit.remove(site.line, with: (site.value.text, mark))
            }
        }
        if new.isEmpty {
            try edit.remove(listLine, with: nil)
        } else if let last = kept.max(by: { $0.line < $1.line }) {
            edit.add(added, likeLine: last.line)
        } else {
            try edit.add(added, below: "sites", at: listLine, depth: 2)
        }
        return []
    }

    private static let head = [
        "# What a unit of work may cost; more fails the run. 'outlive budget accept' writes it.",
        "# The article Budgets in the documentation of Outlive explains the keys.", "budgets:",
    ]

    /// Returns the file with another text, or `nil` if that does not have the intended entries.
    private func edited(_ text: String, _ intended: [Budget]) -> BudgetFile? {
        guard let changed = try? BudgetFile(path: path, checking: text),
            changed.entries.map(\.withoutLine) == intended.map(\.withoutLine)
        else { return nil }
        return changed
    }
}

extension Budget {
    /// The entry as lines of a list in YAML.
    fileprivate var yamlLines: [String] {
        var lines = ["\(BudgetReader.Key(subject).rawValue): \(yamlQuoted(name))"]
        lines += BudgetFigure.allCases.compactMap { figure in
            limits[figure].map { "\(figure.rawValue): \(figure.text($0))" }
        }
        if let reason { lines.append("reason: \(yamlQuoted(reason))") }
        if let date { lines.append("date: \(date)") }
        if !sites.isEmpty { lines += ["sites:"] + sites.byCount.map { "  " + $0 } }
        return lines.enumerated().map { ($0 == 0 ? "- " : "  ") + $1 }
    }
}

extension [BudgetSiteName: Int] {
    /// The sites as lines of a mapping in YAML, most allocations first.
    fileprivate var byCount: [String] {
        sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\(yamlQuoted($0.description)): \($1)" }
    }
}
