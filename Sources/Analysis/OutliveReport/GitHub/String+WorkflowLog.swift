extension String {
    /// The text without workflow commands, for the log of a GitHub Actions step.
    ///
    /// The runner executes `::` at the beginning of a line, after optional white space, and `##[` anywhere in a line. A
    /// blank inserted into either prevents this.
    package var withoutWorkflowCommands: String {
        // A combining mark forms another character with the last scalar, so the search goes by scalars.
        replacing(#/(^|[\r\n])([^\S\r\n]*)::/#.matchingSemantics(.unicodeScalar)) { "\($0.1)\($0.2): :" }
            .replacing(#/##\[/#.matchingSemantics(.unicodeScalar), with: "## [")
    }
}
