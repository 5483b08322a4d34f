package import OutliveModel

extension ListingFormat {
    /// Returns the report of one object in this format.
    package func bytes(for report: ObjectReport, style: TextStyle = TextStyle()) throws -> [UInt8] {
        try bytes(json: report, style) { $0.write(report) }
    }
}

extension TextPage {
    /// Writes one object: its counts, fields, references, path and allocation, all of them.
    mutating func write(_ report: ObjectReport) {
        paragraph(report.object.title, indent: 0, hanging: 2, ink: .strong)
        paragraph("in \(report.snapshot.title)", indent: 2, hanging: 2, ink: .faint)
        write(report.object)
        writeNotes(report.notes)
    }

    /// Writes an object without its heading.
    mutating func write(_ object: ObjectDetails) {
        if let counts = object.counts?.words { field("counted", counts) }
        if let birth = object.birth { field("allocated", "in cycle \(birth)") }
        if let elements = object.elements { field("elements", "\(elements)") }
        write(object.fields)
        blank()
        if object.path.shape == .path || object.path.steps.count > 1 {
            writeTraces([object.path], of: 1, indent: 0)
        } else {
            line(indent: 0, Span("no reference to it was found", .strong))
        }
        write(object.referrers, "References to it", \.holder)
        let arrow = arrow
        write(object.references, "References from it") { $0.target(arrow) }
        guard !object.site.frames.isEmpty else { return }
        title("Allocated at")
        for call in object.site.calls {
            line(indent: 2, Span(call.name), Span(call.place.map { "  \($0)" } ?? "", .faint))
        }
    }

    private mutating func write(_ fields: [ObjectField]) {
        guard !fields.isEmpty else { return }
        title("Fields")
        let offset = 8
        let name = min(max(fields.map { columns(of: legible($0.name)) }.max() ?? 0, 4), style.width / 3)
        line(indent: 2, Span(padded("offset", offset) + padded("name", name) + "  type, value", .faint))
        for field in fields {
            line(
                indent: 2, Span(padded("\(field.offset)", offset), .faint),
                Span(padded(elided(legible(field.name), to: name, .middle, mark: ellipsis), name) + "  "),
                Span(shortType(field.type), .faint), Span(field.value.map { " = \($0.words)" } ?? ""))
        }
    }

    /// Returns a type that leaves room for a value.
    private func shortType(_ type: String) -> String {
        elided(legible(type), to: style.width / 2, .middle, mark: ellipsis)
    }

    private mutating func write(
        _ references: [ObjectReference], _ heading: String, _ words: (ObjectReference) -> String
    ) {
        title("\(heading) (\(references.count))")
        guard !references.isEmpty else { return line(indent: 2, Span("none was found", .faint)) }
        let amounts = references.map { reference in
            reference.object.map { [bytesText($0.bytes), bytesText($0.retainedBytes), $0.address] } ?? ["", "", ""]
        }
        let heads = ["bytes", "retained", "address"]
        let widths = heads.indices.map { index in
            amounts.reduce(columns(of: heads[index])) { max($0, columns(of: $1[index])) }
        }
        func row(_ cells: [String]) -> String { zip(cells, widths).map { aligned($0, $1) + "  " }.joined() }
        let room = style.width - 2 - widths.reduce(0) { $0 + $1 + 2 }
        line(indent: 2, Span(row(heads) + "reference", .faint))
        for (reference, amounts) in zip(references, amounts) {
            let strength = reference.strength == .strong ? "" : "  \(reference.strength.rawValue)"
            let text = elided(legible(words(reference)), to: room - columns(of: strength), .middle, mark: ellipsis)
            line(indent: 2, Span(row(amounts), .faint), Span(text), Span(strength, .warning))
        }
    }
}

extension ObjectReference {
    /// The block or root that refers, with the place in it: `App.Session.owner`.
    fileprivate var holder: String {
        guard let object else { return "\(root ?? "") (a root)" }
        return object.name + (place ?? offset.map { " +\($0)" } ?? "")
    }

    /// The place that refers, and the block that it leads to: `.owner -> App.Owner`.
    fileprivate func target(_ arrow: String) -> String {
        "\(place ?? offset.map { "+\($0)" } ?? "") \(arrow) \(object?.name ?? "")"
    }
}

extension ObjectDetails {
    /// The object with its sizes: `App.Session at 0x7f12a0: 96 B, retains 1.20 kB`.
    var title: String {
        "\(object.name) at \(object.address): \(object.sizes)"
            + (isDeinitialised ? ", deinitialised and kept by unowned references" : "")
    }
}

extension ObjectLink {
    /// The own and the retained size in words.
    var sizes: String { "\(bytesText(bytes)), retains \(bytesText(retainedBytes))" }
}

extension ReferenceCounts {
    /// The counts in words: `2 strong, 1 weak`.
    var words: String {
        let others = [(unowned, "unowned"), (weak, "weak")].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return (["\(strong) strong"] + others).joined(separator: ", ")
    }
}

extension FieldValue {
    /// The value as it is printed beside its field.
    var words: String {
        switch kind {
        case .bool, .integer, .real, .absent, .bits: text
        case .length: "\(text) bytes of text"
        case .text: "\"\(text)\""
        }
    }
}
