import PackagePlugin

/// The arguments of `swift package outlive`: those of the plugin, and those of `outlive`.
struct PluginRequest {
    /// The placeholder for the path of the built executable.
    private static let placeholder = "{product}"
    /// The commands that run a program.
    private static let running = ["bench", "soak", "run"]

    /// The arguments of `outlive`.
    let words: [String]
    /// The product to build, or `nil` for the only executable one.
    private(set) var product: String?
    private(set) var configuration = PackageManager.BuildConfiguration.release

    /// Reads the options of the plugin, `--product NAME` and `--build debug|release`, before `--`.
    ///
    /// - Throws: `PluginError` if one is wrong.
    init(_ arguments: [String]) throws {
        var words: [String] = []
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--":
                words.append(word)
                words += rest
                rest = []
            case "--product": product = try Self.value(of: word, &rest)
            case "--build":
                let name = try Self.value(of: word, &rest)
                guard let chosen = PackageManager.BuildConfiguration(rawValue: name) else {
                    throw PluginError("--build is '\(name)': write debug or release")
                }
                configuration = chosen
            default: words.append(word)
            }
        }
        // `swift package` has the lock of the package's builds, and waits.
        if words.first == "test" { words.insert("--ignore-lock", at: 1) }
        self.words = words.isEmpty ? ["--help"] : words
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws -> String {
        guard let value = rest.popFirst() else { throw PluginError("\(option) needs a value") }
        return value
    }

    /// `true` if the built program is named, or is the one that a command would run without another.
    var needsProduct: Bool {
        guard let command = words.first, !asksForHelp else { return false }
        return product != nil || words.contains { $0.contains(Self.placeholder) }
            || Self.running.contains(command) && !namesProgram
    }

    private var asksForHelp: Bool {
        words.prefix { $0 != "--" }.contains { ["--help", "-h", "--version"].contains($0) }
    }

    /// `true` if the words already say what to launch.
    private var namesProgram: Bool {
        guard words.first != "run" else { return words.contains("--") }
        return words.contains {
            $0 == "--launch" || $0.hasPrefix("--launch=") || $0 == "--config" || $0.hasPrefix("--config=")
        }
    }

    /// Returns the words with the path of the built program in place of `{product}`, or after them if none launches it.
    func words(with executable: String) -> [String] {
        let filled = words.enumerated().map { place, word in
            // Commands are split like shell words; the words after `--` and a path alone are not.
            let isCommand = place > 0 && words[place - 1] == "--launch" || word != Self.placeholder
            let isSplit = isCommand && !words[..<place].contains("--")
            let text = isSplit ? "'\(executable.replacingApostrophes)'" : executable
            return word.split(separator: Self.placeholder, omittingEmptySubsequences: false).joined(separator: text)
        }
        if namesProgram || !Self.running.contains(words.first ?? "") { return filled }
        if words.first == "run" { return filled + ["--", executable] }
        return filled + ["--launch", "'\(executable.replacingApostrophes)'"]
    }
}

extension String {
    /// The text for use between apostrophes in a command that is split like shell words.
    fileprivate var replacingApostrophes: String {
        split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    }
}
