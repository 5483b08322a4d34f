/// The properties of a terminal or file that text is printed to.
package struct TextStyle: Hashable, Sendable {
    package var color: Bool
    /// `true` to use characters beyond ASCII, and `false` to print `?` instead.
    package var unicode: Bool
    /// The maximum width of a line in columns, at least 40. Only headline and summary may exceed it.
    package var width: Int
    /// `true` if the text goes to the log of a GitHub Actions step, where external text must not become a command.
    package var isWorkflowLog: Bool

    package init(color: Bool = false, unicode: Bool = true, width: Int = 80, isWorkflowLog: Bool = false) {
        self.color = color
        self.unicode = unicode
        self.width = max(width, 40)
        self.isWorkflowLog = isWorkflowLog
    }
}
