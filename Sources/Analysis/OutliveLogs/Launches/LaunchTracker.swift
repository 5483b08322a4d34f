/// A parser that finds the launches among the activity lines of one test case.
///
/// A launch is the time from `Open X`, or from `Launch X` outside an `Open`, to the first line that is not nested in
/// it.
struct LaunchTracker {
    private(set) var counts = LaunchCounts()
    /// The number of `Open` lines of an application without a nested launch or activation.
    private(set) var emptyOpens = 0
    /// The number of lines with an earlier time than the previous line.
    private(set) var linesBackInTime = 0

    /// The open blocks; each is nested in the one before it.
    private var blocks: [LaunchBlock] = []
    /// An open termination outside a launch.
    private var termination: (indent: Int, start: Int64)?
    /// The open wait for an application to idle, with its start or its last timeout.
    private var idleWait: (indent: Int, start: Int64)?
    /// The time of the last line, in microseconds.
    private(set) var last: Int64?

    /// The maximum depth of nested blocks, which bounds the memory for any log.
    private static let deepest = 64

    /// Processes the next line.
    @inline(__always)
    mutating func take(_ line: ActivityLine, at time: Int64, _ applications: inout SeenDigests) {
        if let last, time < last { linesBackInTime += 1 }
        if !blocks.isEmpty { close(from: line.indent, at: time, &applications) }
        if let termination, line.indent <= termination.indent { end(termination, at: time) }
        if let idleWait, line.indent <= idleWait.indent { self.idleWait = nil }
        let text = line.text
        switch text.first {
        case UInt8(ascii: "O") where text.has("Open "): open(line, at: time)
        case UInt8(ascii: "L") where text.has("Launch "): launch(line, at: time)
        case UInt8(ascii: "A"):
            if text.has("Activate ") {
                activate(line, at: time)
            } else if text.has("App "), text.firstIndex(of: "notification not received") != nil {
                timeOut(at: time)
            } else if text.has("Assertion Failure"), blocks.last?.lines == 1 {
                // A failed launch contains nothing else.
                confirm(line)
            }
        case UInt8(ascii: "T") where text.has("Terminate "): terminate(line, at: time)
        case UInt8(ascii: "W") where text.has("Wait"): wait(line, at: time)
        case UInt8(ascii: "S") where text.has("Setting up automation session"): confirm(line)
        default: break
        }
        last = time
    }

    /// Ends the test case.
    mutating func finish(at time: Int64?, _ applications: inout SeenDigests) {
        while let block = blocks.popLast() { end(block, at: nil, &applications) }
        if let termination { end(termination, at: time ?? last ?? termination.start) }
    }

    /// Ends the blocks that do not contain a line, and records the line in the others.
    private mutating func close(from indent: Int, at time: Int64, _ applications: inout SeenDigests) {
        while let block = blocks.last, block.indent >= indent {
            blocks.removeLast()
            end(block, at: time, &applications)
        }
        for index in blocks.indices { blocks[index].last = time }
        if let index = blocks.indices.last { blocks[index].addLine(indent: indent) }
    }

    private mutating func end(_ block: LaunchBlock, at time: Int64?, _ applications: inout SeenDigests) {
        guard block.counts(isCut: time == nil) else {
            if block.isActivation {
                counts.activations += 1
            } else if block.opening == .open, block.application.isBundle, block.isPadded {
                emptyOpens += 1
            }
            return
        }
        let isRelaunch = !applications.insert(block.application.hash) || block.isTerminated
        counts.launches += 1
        counts.relaunches += isRelaunch ? 1 : 0
        // Without indentation, the lines of the launch are unknown.
        guard let time, block.isPadded || block.lines > 0 else {
            counts.unendedLaunches += 1
            counts.unendedRelaunches += isRelaunch ? 1 : 0
            return
        }
        let whole = max(time - block.start, 0)
        let toIdle = min(max((block.idle ?? block.last) - block.start, 0), whole)
        counts.launchTime += whole
        counts.launchTimeToIdle += toIdle
        if isRelaunch {
            counts.relaunchTime += whole
            counts.relaunchTimeToIdle += toIdle
        }
    }

    private mutating func open(_ line: ActivityLine, at time: Int64) {
        for index in blocks.indices where blocks[index].opening == .launch || !blocks[index].application.isBundle {
            blocks[index].isCustom = true
        }
        var block = LaunchBlock(.open, ApplicationName(line.text, after: 5), line, at: time)
        block.isActivation = takeOverActivation()
        begin(block)
    }

    private mutating func launch(_ line: ActivityLine, at time: Int64) {
        let application = ApplicationName(line.text, after: 7)
        if let index = around(application) ?? glued(application) {
            blocks[index].isLaunch = true
        } else if !blocks.contains(where: { $0.opening == .launch && $0.application.hash == application.hash }) {
            if application.isBundle { _ = takeOverActivation() }
            begin(LaunchBlock(.launch, application, line, at: time))
        }
    }

    private mutating func activate(_ line: ActivityLine, at time: Int64) {
        let application = ApplicationName(line.text, after: 9)
        if let index = around(application) {
            blocks[index].isActivation = true
        } else {
            begin(LaunchBlock(.activate, application, line, at: time))
        }
    }

    /// Withdraws the innermost open activation, because the block nested in it takes its place.
    ///
    /// - Returns: `true` if there is an activation.
    private mutating func takeOverActivation() -> Bool {
        guard let index = blocks.lastIndex(where: { $0.opening == .activate && $0.isActivation }) else { return false }
        blocks[index].isActivation = false
        return true
    }

    /// Returns the index of the `Open` that contains a launch or an activation.
    private func around(_ application: ApplicationName) -> Int? {
        blocks.lastIndex { $0.opening == .open && $0.application.hash == application.hash }
            ?? blocks.lastIndex { $0.opening == .open && $0.application.isBundle }
    }

    /// Returns the `Open` whose first line is this launch; other output may have truncated the name of the `Open`.
    private func glued(_ application: ApplicationName) -> Int? {
        guard application.isBundle, let last = blocks.last, last.opening == .open, last.lines == 1 else { return nil }
        return blocks.count - 1
    }

    private mutating func begin(_ block: LaunchBlock) {
        if blocks.count < Self.deepest { blocks.append(block) }
    }

    private mutating func terminate(_ line: ActivityLine, at time: Int64) {
        guard ApplicationName(line.text, after: 10).isBundle else { return }
        confirm(line)
        if let index = blocks.lastIndex(where: { $0.opening == .open && $0.application.isBundle || $0.isLaunch }) {
            blocks[index].isTerminated = true
        } else {
            counts.terminates += 1
            termination = (line.indent, time)
        }
    }

    private mutating func end(_ termination: (indent: Int, start: Int64), at time: Int64) {
        counts.terminateTime += max(time - termination.start, 0)
        self.termination = nil
    }

    private mutating func wait(_ line: ActivityLine, at time: Int64) {
        if line.text.has("Waiting for accessibility") { return confirm(line) }
        guard line.text.has("Wait for "), line.text.ends(with: " to idle") else { return }
        confirm(line)
        if idleWait == nil { idleWait = (line.indent, time) }
        for index in blocks.indices { blocks[index].idle = time }
    }

    /// Confirms that a `Launch` is a launch of an application, by a direct child that only launches have.
    ///
    /// Deeper lines do not count, because steps of a test also wait for idle.
    private mutating func confirm(_ line: ActivityLine) {
        guard let index = blocks.indices.last, blocks[index].opening == .launch,
            blocks[index].isParent(of: line.indent)
        else { return }
        blocks[index].isLaunch = true
    }

    private mutating func timeOut(at time: Int64) {
        // Without a surrounding wait, the wait began at the previous line.
        let waited = max(time - (idleWait?.start ?? last ?? time), 0)
        idleWait?.start = time
        counts.idleTimeouts += 1
        counts.idleTimeoutTime += waited
        if blocks.contains(where: \.isLaunch) { counts.idleTimeoutTimeInLaunches += waited }
    }
}
