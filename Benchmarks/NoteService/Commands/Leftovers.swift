import ArgumentParser

/// Lists the changes to the process that `serve --leave` can leave behind.
struct Leftovers: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List what a reset can leave changed.")

    func run() {
        for leftover in Leftover.allCases { print(leftover.rawValue) }
    }
}
