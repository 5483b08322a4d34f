/// A program and its arguments, run without a shell.
public struct Command: TemplateValue, CustomStringConvertible {
    /// The program, a name to look up in `PATH` or a path.
    public var program: String
    /// Its arguments.
    public var arguments: [String]

    /// Makes a command.
    public init(program: String, arguments: [String] = []) {
        self.program = program
        self.arguments = arguments
    }

    /// Splits the text like shell words, then fills in the placeholders, so that a value never splits a word.
    ///
    /// - Throws: `UsageError` when a quote is not closed or there is no word.
    public init(parsing text: String, filling placeholders: Placeholders) throws(UsageError) {
        let words = try shellWords(text).map { placeholders.fill($0) }
        guard let program = words.first, !program.isEmpty else {
            throw UsageError("a command is missing: write a program and its arguments")
        }
        self.init(program: program, arguments: Array(words.dropFirst()))
    }

    /// The command with more arguments after its own.
    func adding(_ more: [String]) -> Command { Command(program: program, arguments: arguments + more) }

    /// The words with a blank between them, for people.
    public var description: String { ([program] + arguments).joined(separator: " ") }
}
