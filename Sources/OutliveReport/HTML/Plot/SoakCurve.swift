internal import OutliveModel

/// What was read of one metric, as a line through the cycles.
struct SoakCurve {
    /// Up to these many cycles each one is a point that says its number.
    private static let mostPoints = 60
    /// Up to these many cycles each one is on the line; more would be a block of colour.
    private static let mostOnLine = 500
    /// How many pixels of the line cycles share where they are more.
    private static let columnWidth = 2.0
    /// With more breaks than these the line would be nothing but breaks.
    private static let mostStretches = 200

    let metric: Metric
    /// In order.
    let cycles: [SoakCycle]

    /// What is drawn.
    var values: [Double] { cycles.compactMap(reading) }

    /// Whether cycles share places on the line; their range is in the band.
    var isThinned: Bool { cycles.count > Self.mostOnLine }

    /// The curve, and where processes ended.
    @HTMLBuilder
    func nodes(on field: SoakField) -> [HTMLNode] {
        let stretches = stretches(on: field)
        breaks(on: field)
        if isThinned { HTMLNode.tag("path", ["class": "plot-range", "d": band(stretches, field)]) }
        HTMLNode.tag("path", ["class": "plot-line", "d": line(stretches, field)])
        if cycles.count <= Self.mostPoints { points(on: field) }
    }

    /// What is drawn of a cycle; nil where it was not read, or is the time of a fallback: that of a launch, which would
    /// flatten all the rest.
    private func reading(of cycle: SoakCycle) -> Double? {
        guard let value = cycle.value(of: metric), PlotAxis.canShow(value) else { return nil }
        return metric == .resetSeconds && cycle.fellBack ? nil : value
    }

    /// The places of the line, apart where a process ended or nothing was read.
    private func stretches(on field: SoakField) -> [[LineThinning.Column]] {
        var stretches: [[LineThinning.Point]] = []
        var before: Int?
        for cycle in cycles {
            guard let value = reading(of: cycle) else {
                before = nil
                continue
            }
            if cycle.fellBack || before.map({ cycle.cycle > $0 + 1 }) ?? true { stretches.append([]) }
            stretches[stretches.count - 1].append(LineThinning.Point(x: field.x(cycle.cycle), value: value))
            before = cycle.cycle
        }
        if stretches.count > Self.mostStretches { stretches = [Array(stretches.joined())] }
        return stretches.map { LineThinning.columns($0, width: isThinned ? Self.columnWidth : 0) }
    }

    /// A line for each stretch; a cycle on its own is a dot.
    private func line(_ stretches: [[LineThinning.Column]], _ field: SoakField) -> String {
        stretches.map { stretch in
            let places = stretch.map { place($0.x, field.y($0.middle)) }
            return "M" + places.joined(separator: "L") + (places.count == 1 ? "h0" : "")
        }.joined()
    }

    /// From the least to the greatest value of the cycles that share a place.
    private func band(_ stretches: [[LineThinning.Column]], _ field: SoakField) -> String {
        stretches.map { stretch in
            let upper = stretch.map { place($0.x, field.y($0.greatest)) }
            let lower = stretch.reversed().map { place($0.x, field.y($0.least)) }
            return "M" + (upper + lower).joined(separator: "L") + "Z"
        }.joined()
    }

    private func points(on field: SoakField) -> [HTMLNode] {
        cycles.compactMap { cycle in
            reading(of: cycle).map { value in
                .tag(
                    "circle",
                    [
                        "class": "plot-reading", "cx": SoakField.place(field.x(cycle.cycle)),
                        "cy": SoakField.place(field.y(value)), "r": "2.2",
                    ]
                ) {
                    HTMLNode.tag("title") {
                        "cycle \(cycle.cycle): \(metric.scale(fitting: value, unicode: true).text(value))"
                    }
                }
            }
        }
    }

    /// Where a process ended and another began, once for each column of pixels.
    private func breaks(on field: SoakField) -> [HTMLNode] {
        var last: Double?
        return cycles.filter(\.fellBack).compactMap { cycle in
            let x = field.x(cycle.cycle)
            if let last, x - last < Self.columnWidth { return nil }
            last = x
            let sign = "M\(place(x - 4, SoakField.top - 4))l8,8m0,-8l-8,8"
            let path = "\(sign)M\(place(x, SoakField.top))L\(place(x, SoakField.bottom))"
            return .tag("path", ["class": "plot-break", "d": path]) {
                HTMLNode.tag("title") {
                    let time = cycle.seconds.map { ", \(Scale.seconds($0).text($0))" } ?? ""
                    "cycle \(cycle.cycle): fell back to a relaunch\(time)"
                }
            }
        }
    }

    private func place(_ x: Double, _ y: Double) -> String { "\(SoakField.place(x)),\(SoakField.place(y))" }
}
