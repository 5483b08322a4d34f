/// A way to group the live objects of a snapshot.
package enum SnapshotGrouping: String, Codable, Hashable, Sendable, CaseIterable {
    /// By the module that declares the type.
    case module
    /// By the package that contains the module: the program, a fetched package, or the Swift toolchain.
    case package
    /// By the type without its generic arguments.
    case generic
}

/// The live objects of one module, package or generic type.
package struct SnapshotGroup: Codable, Hashable, Sendable {
    package var name: String
    /// The number of different types.
    package var types: Int
    package var objects: Int
    package var bytes: Int
    /// The memory that only these objects keep alive together, their own included.
    package var retainedBytes: Int

    package init(name: String, types: Int, objects: Int, bytes: Int, retainedBytes: Int) {
        (self.name, self.types, self.objects) = (name, types, objects)
        (self.bytes, self.retainedBytes) = (bytes, retainedBytes)
    }
}

extension HeapType {
    /// The name without generic arguments and captures: `App.Box<…>.Node`, `closure`.
    package var genericName: String {
        guard kind != .closure else { return "closure" }
        var depth = 0
        var text = ""
        var previous: Character = " "
        for character in description {
            // The end of an arrow is no bracket.
            let isArrow = character == ">" && previous == "-"
            previous = character
            if character == "<" {
                if depth == 0 { text += "<…>" }
                depth += 1
            } else if character == ">", !isArrow, depth > 0 {
                depth -= 1
            } else if depth == 0 {
                text.append(character)
            }
        }
        return text
    }

    /// The module that declares the type; of a closure the first module of the program that its captures name.
    package var groupModule: String? {
        kind == .closure ? mentionedModules.first(where: isProgramModule) ?? module : module
    }
}
