/// An activity that is or may be a launch, and the lines that are deeper than it.
struct LaunchBlock {
    /// How it began.
    enum Opening {
        /// `Open X`: it is a launch when there is a `Launch X` in it, and none when there is an `Activate X`.
        case open
        /// `Launch X` without an `Open` around it, as Xcode 7 and 8 write it.
        case launch
        /// `Activate X` without an `Open` around it: an activation, unless there is one of the others in it.
        case activate
    }

    let opening: Opening
    let application: ApplicationName
    let indent: Int
    /// When it began, in microseconds.
    let start: Int64
    /// When the last line in it was, in microseconds.
    var last: Int64
    /// How many lines are in it.
    private(set) var lines = 0
    /// How far the lines that are in no other line of it are indented.
    private var childIndent = Int.max
    /// Whether the line that began it has the blanks that XCTest wrote.
    let isPadded: Bool
    /// When the wait for the application to idle began, in microseconds.
    var idle: Int64?
    var isLaunch = false
    var isActivation = false
    /// Whether the application was terminated to be launched.
    var isTerminated = false
    /// Whether a test named an activity as XCTest does, which shows when there is a real one in it.
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

    /// Takes note of a line in it.
    mutating func hold(_ indent: Int) {
        lines += 1
        childIndent = min(childIndent, indent)
    }

    /// Whether a line so deep in it is in no other line of it.
    func isParent(of indent: Int) -> Bool { indent <= childIndent }

    /// Whether it is a launch, as far as was read.
    ///
    /// One after which the log breaks off can have nothing in it that would tell.
    func counts(isCut: Bool) -> Bool {
        !isCustom && (isLaunch || isCut && opening == .launch && lines == 0 && application.isBundle)
    }
}
