import ArgumentParser

/// Lists the leaks that `serve --leak` can plant.
struct Leaks: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the kinds of leaks that can be planted.")

    func run() {
        for kind in LeakKind.allCases { print(kind.rawValue) }
    }
}
