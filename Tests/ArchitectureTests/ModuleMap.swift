import Foundation

/// The modules of the package, their allowed imports and the order of their folders, as stated in the READMEs of the
/// wings.
struct ModuleMap: Equatable {
    /// One row of a wing's table.
    struct Module: Equatable {
        var name: String
        var wing: String
        var imports: Set<String>
    }

    /// All modules, by wing from the lowest, then in the order of their table.
    var modules: [Module]
    /// The folders of a module that build on each other, lowest first.
    var folders: [String: [String]]

    /// Reads the order of the wings from `Sources/README.md`, and of each wing its table of modules.
    ///
    /// - Parameter read: returns the text of a file below `Sources`.
    init(read: (String) throws -> String) rethrows {
        modules = []
        folders = [:]
        for wing in Self.firstCells(of: try read("README.md")) {
            for line in try read("\(wing)/README.md").split(separator: "\n") {
                let names = line.matches(of: /`(\w+)`/).map { String($0.1) }
                if line.hasPrefix("| `"), let name = names.first {
                    let imports = line.split(separator: "|").last.map { $0.matches(of: /`(\w+)`/).map { String($0.1) } }
                    modules.append(Module(name: name, wing: wing, imports: Set(imports ?? [])))
                } else if let match = line.firstMatch(of: /^Folders of `(\w+)`, lowest first: (.+)\.$/) {
                    folders[String(match.1)] = match.2.split(separator: ", ").map(String.init)
                }
            }
        }
    }

    /// The imports that the tables allow and that do not point at a module above them.
    var arrowsThatPointUp: [String] {
        let place = Dictionary(uniqueKeysWithValues: modules.enumerated().map { ($1.name, $0) })
        return modules.flatMap { module in
            module.imports.sorted().filter { (place[$0] ?? -1) >= place[module.name]! }.map {
                "\(module.name) -> \($0)"
            }
        }
    }

    private static func firstCells(of text: String) -> [String] {
        text.split(separator: "\n").compactMap { $0.firstMatch(of: /^\| `(\w+)`/).map { String($0.1) } }
    }
}
