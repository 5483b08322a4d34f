/// The context of a report: its output, its checkout, and options of its content.
package struct ReportContext: Hashable, Sendable {
    /// The width and character set of the output.
    package var style: TextStyle
    /// The absolute path of the checkout that the application was built from, or empty if it is not known.
    package var root: String
    /// `true` to list known growth of libraries, and `false` to count it.
    package var showsKnown: Bool
    /// The reader of the source that some formats quote, or `nil` to quote none.
    package var source: SourceReader?

    /// Creates a context, by default for plain text with known growth counted and without checkout and source.
    package init(
        style: TextStyle = TextStyle(), root: String = "", showsKnown: Bool = false, source: SourceReader? = nil
    ) {
        self.style = style
        self.root = root
        self.showsKnown = showsKnown
        self.source = source
    }
}
