extension String {
    /// The text for the log of a GitHub Actions step, where no line of it is a command.
    ///
    /// The runner obeys lines that begin with `::` after white space, and `##[` anywhere in a line. A blank takes either apart.
    public var withoutWorkflowCommands: String {
        // By scalars, as a combining mark makes another character of the last one.
        replacing(#/(^|[\r\n])([^\S\r\n]*)::/#.matchingSemantics(.unicodeScalar)) { "\($0.1)\($0.2): :" }
            .replacing(#/##\[/#.matchingSemantics(.unicodeScalar), with: "## [")
    }
}
