internal import ArgumentParser
internal import OutliveKnown
internal import OutliveModel
internal import OutliveSupport

enum BudgetMode: String, CaseIterable, ExpressibleByArgument {
    case fail, report, off
}

/// The options that compare a run with its budget.
struct BudgetOptions: ParsableArguments {
    @Option(
        help: .init(
            "Effect of an exceeded budget: fail, report or off. (default: fail with --allocations, if there is a file "
                + "of budgets)", valueName: "mode"))
    var budget: BudgetMode?

    @Option(
        help: .init("The file of budgets. (default: \(BudgetFile.standardPath), if there is one)", valueName: "file"))
    var budgetFile: String?

    @Option(
        help: .init("The name of the budget in the file. (default: the name of the program)", valueName: "name"))
    var budgetName: String?

    func validate() throws {
        if let budgetName { try checkBudgetName(budgetName, "--budget-name") }
    }

    /// Returns the budget, read and checked, and the effect of exceeding it; `nil` if no budget is judged.
    ///
    /// - Parameters:
    ///   - counts: `true` if all allocations are counted.
    ///   - program: The name of the program.
    /// - Throws: `YAMLError` with the place, if the file cannot be used; `ValidationError` if a requested budget is
    ///   missing.
    func request(counts: Bool, program: String) throws -> (request: BudgetRequest, effect: GrowthMode)? {
        guard budget != .off else { return nil }
        guard counts else {
            let options = [
                ("--budget", budget != nil), ("--budget-file", budgetFile != nil), ("--budget-name", budgetName != nil),
            ]
            for (option, isGiven) in options where isGiven {
                throw ValidationError("\(option) needs the count of all allocations: add --heap --allocations")
            }
            return nil
        }
        let (path, name) = (budgetFile ?? BudgetFile.standardPath, budgetName ?? program)
        guard budgetFile != nil || pathExists(path) else {
            guard budget == nil else {
                throw ValidationError(
                    "there is no \(path): 'outlive budget accept REPORT' writes it, or name another with --budget-file")
            }
            // The report of a first run has the name, for 'outlive budget accept'.
            return budgetName == nil ? nil : (BudgetRequest(entry: nil, name: name, file: path), .report)
        }
        let file = try BudgetFile(reading: path)
        let entry = file.entry(of: name)
        guard entry != nil || budget != .fail else {
            let names = file.entries.map { $0.name.onOneLine(upTo: 80) }.prefix(5)
            throw ValidationError(
                "\(path.onOneLine()) has no budget of '\(name.onOneLine(upTo: 80))': "
                    + (names.isEmpty ? "it is empty" : "there are \(names.joined(separator: ", "))")
                    + "; name one with --budget-name, or add it with 'outlive budget accept REPORT'")
        }
        return (BudgetRequest(entry: entry, name: name, file: path), budget == .report ? .report : .fail)
    }
}

/// Refuses a name that a file of budgets cannot have.
func checkBudgetName(_ name: String, _ option: String) throws {
    guard !name.isEmpty, name == name.singleSpaced, name.isOnOneLine,
        name.unicodeScalars.count <= BudgetSiteName.maximumLength
    else {
        throw ValidationError(
            "\(option) '\(name.onOneLine(upTo: 80))' is not a name: write one line of up to "
                + "\(BudgetSiteName.maximumLength) characters")
    }
}
