import ArgumentParser

/// Lists what `serve --leave` can leave changed.
struct Leftovers: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List what a reset can leave changed.")

    func run() {
        for leftover in Leftover.allCases { print(leftover.rawValue) }
    }
}
