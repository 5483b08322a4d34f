/// A program and its arguments, run without a shell.
package struct Command: TemplateValue, CustomStringConvertible {
    /// The program, a path or a name to find in `PATH`.
    package var program: String
    /// The arguments.
    package var arguments: [String]

    /// Creates a command.
    package init(program: String, arguments: [String] = []) {
        self.program = program
        self.arguments = arguments
    }

    /// Splits the text into shell words and then fills in the placeholders, so that a value never splits a word.
    ///
    /// - Throws: `UsageError` if a quote is not closed or there is no word.
    package init(parsing text: String, filling placeholders: Placeholders) throws(UsageError) {
        let words = try shellWords(text).map { placeholders.fill($0) }
        guard let program = words.first, !program.isEmpty else {
            throw UsageError("a command is missing: write a program and its arguments")
        }
        self.init(program: program, arguments: Array(words.dropFirst()))
    }

    /// Returns the command with arguments appended.
    func adding(_ more: [String]) -> Command { Command(program: program, arguments: arguments + more) }

    /// The words, separated by spaces.
    package var description: String { ([program] + arguments).joined(separator: " ") }
}
