internal import OutliveModel
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
    private let measure: ProfileMeasure
    private let tree: CallTree
    private let totals: [HeapAmount]

    package init(_ profile: AllocationProfile) {
        title = profile.title
        measure = profile.measure
        let tree = CallTree.ofStacks(profile.measuredStacks, hasLines: false)
        self.tree = profile.hasAllFrames ? tree : tree.folded().tree
        totals = self.tree.totals()
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
                    "\(measure.words.capitalizedFirst) of \(oneLine(title)) by allocation stack"
                }
                HTMLNode.tag("style") { HTMLNode.verbatim(PageAssets.ofFlameGraph.style) }
                heading(drawn: boxes.count)
                boxes.map { box($0) }
                legend(y: height - 10)
                HTMLNode.tag("script") { HTMLNode.verbatim("//<![CDATA[\n\(PageAssets.ofFlameGraph.script)\n//]]>") }
            }.html
    }

    @HTMLBuilder private func heading(drawn: Int) -> [HTMLNode] {
        let omitted = tree.calls.count - (drawn - (tree.calls[0].bytes > 0 ? 1 : 0))
        let rest = omitted > 0 ? "; \(counted(omitted, "call")) too narrow to draw" : ""
        HTMLNode.tag("text", ["class": "title", "x": "8", "y": "22"]) { oneLine(title) }
        HTMLNode.tag("text", ["class": "note status", "x": "8", "y": "46"]) {
            "\(measure.words) by allocation stack, callers above callees: \(amounts(totals[0]))\(rest)"
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
            for (origin, words) in Self.origins {
                HTMLNode.tag("tspan", ["class": origin.rawValue]) { "■" }
                " \(words)   "
            }
        }
    }

    /// The origins of calls, with the words and colours of the page to explore a heap.
    private static let origins: [(SourceOrigin, String)] = [
        (.program, "the program"), (.dependency, "packages"), (.platform, "standard libraries"), (.unknown, "unknown"),
    ]

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
        let all = Double(max(totals[0].bytes, 1))
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
                (totals[$1].bytes, tree.function(of: $0).name, $0) < (totals[$0].bytes, tree.function(of: $1).name, $1)
            }
            for callee in callees { add(callee, totals[callee].bytes) }
            if call == 0, tree.calls[0].bytes > 0 { add(nil, tree.calls[0].bytes) }
        }
        return boxes
    }

    private func box(_ box: Box) -> HTMLNode {
        let function = box.call.map { tree.function(of: $0) }
        let total =
            box.call.map { totals[$0] }
            ?? HeapAmount(objects: tree.calls[0].objects, bytes: tree.calls[0].bytes)
        let name = box.call == 0 ? "all" : oneLine(function?.name ?? AllocationProfile.noStack)
        let place = [function?.file, function?.module].compactMap(\.self).first { !$0.isEmpty }
        let share = fixed(box.share * 100, digits: 2)
        let details = [name, place.map { oneLine($0) }, "\(amounts(total)) (\(share)%)"].compactMap(\.self)
        return .tag(
            "svg",
            [
                "class": "call \((function?.origin ?? .unknown).rawValue)", "tabindex": "0", "role": "button",
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

    private func amounts(_ total: HeapAmount) -> String {
        "\(bytesText(total.bytes)) in \(counted(total.objects, "block"))"
    }

    private func percent(_ share: Double) -> String { fixed(share * 100, digits: 4) + "%" }
}
