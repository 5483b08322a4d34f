internal import ArgumentParser
internal import OutliveKnown
internal import OutliveModel
internal import OutliveSupport

/// The options that choose a file of budgets and the effect of exceeding one.
struct BudgetChoice: ParsableArguments {
    @Option(
        help: .init(
            "Effect of an exceeded budget. (default: fail with --allocations, if there is a file "
                + "of budgets)", valueName: "mode"))
    var budget: GateMode?

    @Option(
        help: .init("The file of budgets. (default: \(BudgetFile.standardPath), if there is one)", valueName: "file"))
    var budgetFile: String?

    /// The effect of an exceeded budget.
    var effect: GateMode { budget == .report ? .report : .fail }
    var path: String { budgetFile ?? BudgetFile.standardPath }

    /// Returns the file, read and checked; `nil` if budgets are off or there is no file.
    ///
    /// - Parameters:
    ///   - counts: `true` if all allocations are counted.
    ///   - remedy: The options that count them.
    ///   - others: Further options that need a budget, each with `true` if it is given.
    /// - Throws: `YAMLError` with the place, if the file cannot be used; `ValidationError` if a requested file is
    ///   missing.
    func file(counts: Bool, remedy: String, others: [(String, Bool)] = []) throws -> BudgetFile? {
        guard budget != .off else { return nil }
        guard counts else {
            let options = [("--budget", budget != nil), ("--budget-file", budgetFile != nil)] + others
            for (option, isGiven) in options where isGiven {
                throw ValidationError("\(option) needs the count of all allocations: add \(remedy)")
            }
            return nil
        }
        guard budgetFile != nil || pathExists(path) else {
            guard budget == nil else {
                throw ValidationError(
                    "there is no \(path): 'outlive budget accept REPORT' writes it, or name another with --budget-file")
            }
            return nil
        }
        return try BudgetFile(reading: path)
    }
}

/// The options that compare a run with its budget.
struct BudgetOptions: ParsableArguments {
    @OptionGroup var choice: BudgetChoice

    @Option(
        help: .init("The name of the budget in the file. (default: the name of the program)", valueName: "name"))
    var budgetName: String?

    /// `true` if a budget is asked for.
    var isGiven: Bool { (choice.budget ?? .off) != .off || choice.budgetFile != nil || budgetName != nil }

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
    func request(counts: Bool, program: String) throws -> (request: BudgetRequest, effect: GateMode)? {
        let file = try choice.file(
            counts: counts, remedy: "--heap --allocations", others: [("--budget-name", budgetName != nil)])
        let (path, name) = (choice.path, budgetName ?? program)
        guard let file else {
            // The report of a first run has the name, for 'outlive budget accept'.
            let isNamed = counts && choice.budget != .off && budgetName != nil
            return isNamed ? (BudgetRequest(entry: nil, name: name, file: path), .report) : nil
        }
        let entry = file.entry(of: name)
        guard entry != nil || choice.budget != .fail else {
            let names = file.entries(of: .work).map { $0.name.onOneLine(upTo: 80) }.prefix(5)
            throw ValidationError(
                "\(path.onOneLine()) has no budget of '\(name.onOneLine(upTo: 80))': "
                    + (names.isEmpty ? "it has none of a program" : "there are \(names.joined(separator: ", "))")
                    + "; name one with --budget-name, or add it with 'outlive budget accept REPORT'")
        }
        return (BudgetRequest(entry: entry, name: name, file: path), choice.effect)
    }
}

extension BudgetChoice {
    /// Returns the budgets of tests, read and checked, and the effect of exceeding one; `nil` if none is judged.
    ///
    /// - Parameter counts: `true` if all allocations are counted.
    /// - Throws: `YAMLError` with the place, if the file cannot be used; `ValidationError` if requested budgets are
    ///   missing.
    func requestOfTests(counts: Bool) throws -> (budgets: TestBudgets, effect: GateMode)? {
        guard let file = try file(counts: counts, remedy: "--allocations") else { return nil }
        let entries = file.entries(of: .test)
        guard !entries.isEmpty else {
            guard budget == nil else {
                throw ValidationError(
                    "\(path.onOneLine()) has no budget of a test: add one with 'outlive budget accept REPORT'")
            }
            return nil
        }
        return (TestBudgets(entries: entries, file: path), effect)
    }
}

/// Returns `true` if a file of budgets can have a name.
func isBudgetName(_ name: String) -> Bool {
    !name.isEmpty && name == name.singleSpaced && name.isOnOneLine
        && name.unicodeScalars.count <= BudgetSiteName.maximumLength
}

/// Refuses a name that a file of budgets cannot have.
func checkBudgetName(_ name: String, _ option: String) throws {
    guard isBudgetName(name)
    else {
        throw ValidationError(
            "\(option) '\(name.onOneLine(upTo: 80))' is not a name: write one line of up to "
                + "\(BudgetSiteName.maximumLength) characters")
    }
}
