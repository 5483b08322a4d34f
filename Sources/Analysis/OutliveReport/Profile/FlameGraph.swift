package import OutliveModel
internal import OutliveSupport

/// Bytes by allocation stack as a picture in SVG, callers above callees and wide calls first.
///
/// The file needs nothing else. In a browser a click zooms, and a search marks calls; elsewhere the picture is static.
package struct FlameGraph: Sendable {
    /// The height of a call in CSS pixels.
    private static let rowHeight = 18
    /// The part of the picture above the calls.
    private static let headHeight = 86
    /// The width of the picture in CSS pixels for which names are shortened where no script does, and of a character.
    private static let (usualWidth, characterWidth) = (1_400.0, 7.3)
    /// The smallest share of the bytes that is drawn: a pixel of a picture that is 2000 wide.
    private static let smallestShare = 1.0 / 2000

    private let title: String
    /// The measure of bytes, as the beginning of a sentence in the middle of a line.
    private let measure: String
    private let tree: CallTree
    /// The blocks of each call and its callees; empty for changes, which have their own.
    private let totals: [HeapAmount]
    /// The bytes that each call with its callees is as wide as.
    private let widths: [Int]
    /// The changes since an earlier snapshot, or `nil` if nothing is compared.
    private let changes: ChangedCalls?

    package init(_ profile: AllocationProfile) {
        title = profile.title
        measure = profile.measure.words
        let tree = CallTree.ofStacks(profile.measuredStacks, hasLines: false)
        self.tree = profile.hasAllFrames ? tree : tree.folded().tree
        totals = self.tree.totals()
        widths = totals.map(\.bytes)
        changes = nil
    }

    /// Creates the picture of what changed between two snapshots.
    ///
    /// - Parameter hasAllFrames: As of a profile.
    package init(
        _ calls: PicturedCalls, from earlier: SnapshotFacts, to later: SnapshotFacts, measure: ChangeMeasure,
        hasAllFrames: Bool = false
    ) {
        title = "\(later.title), since \(utc(seconds: earlier.time))"
        self.measure = measure.words
        let changes = ChangedCalls(calls, measure: measure, hasAllFrames: hasAllFrames)
        (tree, widths) = (changes.tree, changes.widths)
        totals = []
        self.changes = changes
    }

    /// The file.
    package var text: String {
        let boxes = boxes()
        let depth = boxes.map(\.depth).max() ?? 0
        let height = Self.headHeight + (depth + 1) * Self.rowHeight + 28
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + HTMLNode.tag(
                "svg",
                [
                    "xmlns": "http://www.w3.org/2000/svg", "class": "flame", "width": "100%", "height": "\(height)",
                    "role": "group", "aria-labelledby": "title",
                ]
            ) {
                HTMLNode.tag("title", ["id": "title"]) {
                    "\(measure.capitalizedFirst) of \(oneLine(title)) by allocation stack"
                }
                HTMLNode.tag("style") { HTMLNode.verbatim(PageAssets.ofFlameGraph.style) }
                heading(drawn: boxes.count)
                boxes.map { box($0) }
                legend(y: height - 10)
                HTMLNode.tag("script") { HTMLNode.verbatim("//<![CDATA[\n\(PageAssets.ofFlameGraph.script)\n//]]>") }
            }.html
    }

    @HTMLBuilder private func heading(drawn: Int) -> [HTMLNode] {
        let omitted = widths.count { $0 > 0 || changes == nil } - (drawn - (widthOfNoStack > 0 ? 1 : 0))
        let rest = omitted > 0 ? "; \(counted(omitted, "call")) too narrow to draw" : ""
        HTMLNode.tag("text", ["class": "title", "x": "8", "y": "22"]) { oneLine(title) }
        HTMLNode.tag("text", ["class": "note status", "x": "8", "y": "46"]) {
            "\(measure) by allocation stack, callers above callees: \(amounts(0))\(rest)"
        }
        HTMLNode.tag(
            "foreignObject", ["x": "8", "y": "54", "width": "240", "height": "26", "style": "display: none"]
        ) {
            HTMLNode.verbatim(
                "<input xmlns=\"http://www.w3.org/1999/xhtml\" type=\"search\" placeholder=\"search ( / )\" "
                    + "aria-label=\"Search functions and files\"/>")
        }
    }

    private func legend(y: Int) -> HTMLNode {
        .tag("text", ["class": "note", "x": "8", "y": "\(y)"]) {
            for (kind, words) in changes?.measure == .net ? Self.courses : Self.origins {
                HTMLNode.tag("tspan", ["class": kind]) { "■" }
                " \(words)   "
            }
        }
    }

    /// The bytes that the blocks without a stack are as wide as.
    private var widthOfNoStack: Int { tree.calls[0].callees.reduce(widths[0]) { $0 - widths[$1] } }

    /// The origins of calls, with the words and colours of the page to explore a heap.
    private static let origins: [(kind: String, words: String)] = [
        (SourceOrigin.program, "the program"), (.dependency, "packages"), (.platform, "standard libraries"),
        (.unknown, "unknown"),
    ].map { ($0.rawValue, $1) }

    /// The directions of a net change, with the words and colours of that page.
    private static let courses: [(kind: String, words: String)] = [
        ("grown", "net change: more than then"), ("shrunk", "less"), ("same", "as much"),
    ]

    /// Returns the class of a call, which has its colour.
    private func kind(_ call: Int?) -> String {
        guard let changes, changes.measure == .net else {
            return (call.map { tree.function(of: $0).origin } ?? .unknown).rawValue
        }
        let (new, gone) = changes.amounts(call)
        return new.bytes > gone.bytes ? "grown" : new.bytes < gone.bytes ? "shrunk" : "same"
    }

    /// A rectangle of the picture.
    private struct Box {
        /// The index of the call, or `nil` for the blocks without a stack.
        var call: Int?
        var depth: Int
        /// The share of the bytes to the left of it, from 0 to 1.
        var start: Double
        var share: Double
    }

    /// Returns the rectangles that are wide enough, callers first.
    private func boxes() -> [Box] {
        let all = Double(max(widths[0], 1))
        var boxes = [Box(call: 0, depth: 0, start: 0, share: 1)]
        var next = 0
        while next < boxes.count {
            let box = boxes[next]
            next += 1
            guard let call = box.call else { continue }
            var start = box.start
            func add(_ callee: Int?, _ bytes: Int) {
                let share = Double(bytes) / all
                guard share >= Self.smallestShare else { return }
                boxes.append(Box(call: callee, depth: box.depth + 1, start: start, share: share))
                start += share
            }
            let callees = tree.calls[call].callees.sorted {
                (widths[$1], tree.function(of: $0).name, $0) < (widths[$0], tree.function(of: $1).name, $1)
            }
            for callee in callees { add(callee, widths[callee]) }
            if call == 0, widthOfNoStack > 0 { add(nil, widthOfNoStack) }
        }
        return boxes
    }

    private func box(_ box: Box) -> HTMLNode {
        let function = box.call.map { tree.function(of: $0) }
        let name = box.call == 0 ? "all" : oneLine(function?.name ?? AllocationProfile.noStack)
        let place = [function?.file, function?.module].compactMap(\.self).first { !$0.isEmpty }
        let share = fixed(box.share * 100, digits: 2)
        let details = [name, place.map { oneLine($0) }, "\(amounts(box.call)) (\(share)%)"].compactMap(\.self)
        return .tag(
            "svg",
            [
                "class": "call \(kind(box.call))", "tabindex": "0", "role": "button",
                "x": percent(box.start), "width": percent(box.share),
                "y": "\(Self.headHeight + box.depth * Self.rowHeight)", "height": "\(Self.rowHeight)",
            ]
        ) {
            HTMLNode.tag("title") { details.joined(separator: "\n") }
            HTMLNode.tag("rect", ["width": "100%", "height": "100%"])
            // The script has the whole name from the title.
            let room = Int((box.share * Self.usualWidth - 8) / Self.characterWidth)
            HTMLNode.tag("text", ["x": "4", "y": "13"]) { room < 3 ? "" : elided(name, to: min(room, 200), .tail) }
        }
    }

    /// Returns the blocks of a call and its callees, or of no stack, in words.
    private func amounts(_ call: Int?) -> String {
        func words(_ total: HeapAmount) -> String {
            "\(bytesText(total.bytes)) in \(counted(total.objects, "block"))"
        }
        guard let changes else {
            let rest = tree.calls[0]
            return words(call.map { totals[$0] } ?? HeapAmount(objects: rest.objects, bytes: rest.bytes))
        }
        let (new, gone) = changes.amounts(call)
        let net = Double(new.bytes) - Double(gone.bytes)
        return "net \(Scale.bytes(net).text(net, signed: true)); new \(words(new)), gone \(words(gone))"
    }

    private func percent(_ share: Double) -> String { fixed(share * 100, digits: 4) + "%" }
}
