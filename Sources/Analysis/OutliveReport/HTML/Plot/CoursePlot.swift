internal import OutliveModel
internal import OutliveSupport

/// A picture of a heap over time: areas on top of each other, by type, module or cause.
struct CoursePlot {
    /// The height of the areas, and of the room above them, in CSS pixels.
    private static let (height, top) = (220.0, 18.0)
    /// The coordinates of the areas, which are scaled to the width of the page.
    private static let grid = (width: 2000.0, height: 440.0)
    /// The maximum number of columns with a tooltip.
    private static let maximumSpeaking = 64

    private let stacks: [CourseStack]

    /// Creates the picture, or returns `nil` if there is nothing to draw.
    ///
    /// - Parameter causes: The causes of the report with the course.
    init?(_ course: HeapCourse?, causes: [Cause] = []) {
        stacks = course.map { CourseStack.all($0, causes: causes) } ?? []
        if stacks.isEmpty { return nil }
    }

    /// The course in a sentence, for a heading.
    var sentence: String { stacks[0].sentence() }

    /// The picture with its legend; the style sheet shows the grouping that is chosen.
    var figure: HTMLNode {
        .tag("figure", ["class": "plot plot-course"]) {
            HTMLNode.tag("figcaption") { "Live memory" }
            if stacks.count > 1 {
                for (index, stack) in stacks.enumerated() {
                    let name = stack.grouping.rawValue
                    HTMLNode.tag(
                        "input",
                        [
                            "type": "radio", "name": "plot-course", "id": "plot-course-by-\(name)",
                            "class": "plot-switch plot-switch-\(name)", "checked": index == 0 ? "" : nil,
                        ])
                    HTMLNode.tag("label", ["for": "plot-course-by-\(name)"]) { "by \(name)" }
                }
            }
            for stack in stacks {
                let isAlone = stacks.count == 1 ? " plot-alone" : ""
                HTMLNode.tag("div", ["class": "plot-stack plot-stack-\(stack.grouping.rawValue)\(isAlone)"]) {
                    picture(of: stack)
                    legend(of: stack)
                }
            }
        }
    }

    private func picture(of stack: CourseStack) -> HTMLNode {
        let places = stack.places
        let time = PlotAxis(spanning: (places.first ?? 0)...(places.last ?? 1), isWhole: !stack.isTimed)
        let highest = max(Double(stack.totals.max() ?? 0), 1)
        let bytes = PlotAxis(spanning: 0...highest, ticks: 4, isWhole: true)
        let scale = Scale.bytes(highest)
        let bottom = Self.top + Self.height
        let parts = stack.bands.map { "\(elided(oneLine($0.name), to: 60, .middle)): \($0.words)" }
        return HTMLNode.picture(
            id: "plot-course-\(stack.grouping.rawValue)", title: "Live memory over time by \(stack.grouping.rawValue)",
            description: "\(stack.sentence().capitalizedFirst). \(parts.joined(separator: "; ")).", kind: "plot-areas",
            height: bottom + PlotAxis.height
        ) {
            let labels = stack.isTimed ? TickLabels(time) { Scale.seconds($0) } : TickLabels(numbers: time.ticks)
            time.nodes(labels, title: stack.isTimed ? "time since the start" : "cycle", top: Self.top, bottom: bottom)
            HTMLNode.tag(
                "svg",
                [
                    "x": "0", "y": pixels(Self.top), "width": "100%", "height": pixels(Self.height),
                    "viewBox": "0 0 \(pixels(Self.grid.width)) \(pixels(Self.grid.height))",
                    "preserveAspectRatio": "none",
                ]
            ) { areas(of: stack, time, bytes) }
            for (tick, text) in zip(bytes.ticks, TickLabels(bytes) { _ in scale }.texts) where tick > 0 {
                let y = bottom - bytes.fraction(of: tick) * Self.height
                HTMLNode.line(from: (0, y), to: (1, y), kind: "plot-level")
                HTMLNode.label("\(text) \(scale.unit)", at: 0, y: y - 4, anchor: .start, kind: "plot-note")
            }
            columns(of: stack, time)
        }
    }

    /// Returns the areas. Each reaches down to 0, so that those below it, which are drawn later, cover the rest of it.
    private func areas(of stack: CourseStack, _ time: PlotAxis, _ bytes: PlotAxis) -> [HTMLNode] {
        let places = stack.places.map { Int((time.fraction(of: $0) * Self.grid.width).rounded()) }
        var tops = [Int](repeating: 0, count: places.count)
        let areas = stack.bands.enumerated().map { index, band in
            for point in tops.indices { tops[point] += band.bytes[point] }
            let line = zip(places, tops).map { place, top in
                "\(place),\(Int(((1 - bytes.fraction(of: Double(top))) * Self.grid.height).rounded()))"
            }
            return HTMLNode.tag(
                "path",
                [
                    "class": "plot-band \(Self.ink(of: band, at: index))",
                    "d": "M0,\(Int(Self.grid.height))L\(line.joined(separator: "L"))V\(Int(Self.grid.height))Z",
                ])
        }
        return areas.reversed()
    }

    /// Returns columns over the areas, invisible but for their tooltips with the bytes of each band.
    private func columns(of stack: CourseStack, _ time: PlotAxis) -> [HTMLNode] {
        let places = stack.places.map(time.fraction)
        let each = (places.count + Self.maximumSpeaking - 1) / Self.maximumSpeaking
        let chosen = stride(from: 0, to: places.count - 1, by: each) + [places.count - 1]
        return chosen.enumerated().map { position, index in
            let before = position == 0 ? 0 : (places[chosen[position - 1]] + places[index]) / 2
            let after = position == chosen.count - 1 ? 1 : (places[index] + places[chosen[position + 1]]) / 2
            let largest = stack.bands.filter { $0.bytes[index] > 0 }.map {
                "\n\(bytesText($0.bytes[index])) \(elided(oneLine($0.name), to: 80, .middle))"
            }
            let resident = stack.points[index].residentBytes.map { "\n\(bytesText($0)) resident in all" } ?? ""
            return HTMLNode.box(
                from: before, to: after, y: Self.top, height: Self.height, kind: "plot-hover",
                says: "\(stack.moment(at: index).capitalizedFirst): \(bytesText(stack.totals[index])) alive"
                    + largest.joined() + resident)
        }
    }

    private func legend(of stack: CourseStack) -> HTMLNode {
        .tag("ul", ["class": "plot-bands"]) {
            // As they lie on each other.
            for (index, band) in stack.bands.enumerated().reversed() {
                HTMLNode.tag("li") {
                    HTMLNode.tag("svg", ["width": "14", "height": "14", "aria-hidden": "true"]) {
                        HTMLNode.tag(
                            "rect",
                            ["class": Self.ink(of: band, at: index), "x": "0", "y": "1", "width": "13", "height": "13"])
                    }
                    " "
                    if band.isRest { HTMLNode.text(band.name) } else { HTMLNode.code(band.name, limit: 100) }
                    HTMLNode.tag("span", ["class": "note"]) { " \(band.words)" }
                }
            }
        }
    }

    private static func ink(of band: CourseStack.Band, at index: Int) -> String {
        band.isRest ? "plot-band-rest" : "plot-band-\(index)"
    }
}

extension CourseStack.Band {
    /// The bytes at both ends, and the highest in between: `from 1.20 MB to 3.40 MB, at most 3.50 MB`.
    fileprivate var words: String {
        let most = highest > max(first, last) ? ", at most \(bytesText(highest))" : ""
        return first == last && most.isEmpty
            ? "\(bytesText(last)) all the time" : "from \(bytesText(first)) to \(bytesText(last))\(most)"
    }
}

extension PageSection {
    /// Creates the section of a heap over time, or returns `nil` if there is none.
    init?(_ course: HeapCourse?, causes: [Cause] = []) {
        guard let plot = CoursePlot(course, causes: causes) else { return nil }
        self.init("course", "Over time", heading: "Heap over time: \(plot.sentence)") { plot.figure }
    }
}
