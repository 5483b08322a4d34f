/// An activity that may be a launch, with the lines nested in it.
struct LaunchBlock {
    enum Opening {
        /// `Open X`: a launch if it contains `Launch X`, an activation if it contains `Activate X`.
        case open
        /// `Launch X` outside an `Open`, as in logs of Xcode 7 and 8.
        case launch
        /// `Activate X` outside an `Open`: an activation, unless it contains one of the others.
        case activate
    }

    let opening: Opening
    let application: ApplicationName
    let indent: Int
    /// The time of the first line, in microseconds.
    let start: Int64
    /// The time of the last line, in microseconds.
    var last: Int64
    private(set) var lines = 0
    /// The smallest indentation of the nested lines: the direct children have it.
    private var childIndent = Int.max
    /// `true` if the first line has the blanks that XCTest writes.
    let isPadded: Bool
    /// The start of the wait for the application to idle, in microseconds.
    var idle: Int64?
    var isLaunch = false
    var isActivation = false
    /// `true` if the application was terminated for the launch.
    var isTerminated = false
    /// `true` if a test gave an activity a name like XCTest's, which a genuine launch inside it reveals.
    var isCustom = false

    init(_ opening: Opening, _ application: ApplicationName, _ line: ActivityLine, at time: Int64) {
        self.opening = opening
        self.application = application
        indent = line.indent
        start = time
        last = time
        isPadded = line.isPadded
        isLaunch = opening == .launch && application.isCertain
        isActivation = opening == .activate && application.isBundle
    }

    mutating func addLine(indent: Int) {
        lines += 1
        childIndent = min(childIndent, indent)
    }

    /// Returns `true` if a nested line with this indentation is a direct child.
    func isParent(of indent: Int) -> Bool { indent <= childIndent }

    /// Returns `true` if it is a launch, judged by the lines so far.
    ///
    /// At the end of a truncated log, no line can confirm a `Launch`, so a bundle identifier suffices.
    ///
    /// - Parameter isCut: `true` if the test case ended inside the block.
    func counts(isCut: Bool) -> Bool {
        !isCustom && (isLaunch || isCut && opening == .launch && lines == 0 && application.isBundle)
    }
}
