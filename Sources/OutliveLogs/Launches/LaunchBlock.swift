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
        isLaunch = opening == .launch && application.isBundle
        isActivation = opening == .activate && application.isBundle
    }
}
