internal import OutliveModel
internal import OutliveSupport

extension Savings {
    /// The sites, with equal kind, type and place together, most bytes first.
    var merged: [SavingSite] {
        struct Key: Hashable {
            var kind: SavingSite.Kind
            var type: HeapType
            var place: String
        }
        return sites.combined(by: { Key(kind: $0.kind, type: $0.type, place: $0.stack.place) }) { $0 += $1 }
            .sorted { $0.precedes($1) }
    }

    /// The labels of the types.
    var labels: TypeLabels { TypeLabels(sites.map(\.type)) }

    /// The bytes by kind: `1.20 MB in equal contents, 800 kB in unused capacity`.
    var parts: String {
        SavingSite.Kind.allCases.map { (bytes(of: $0), $0.words) }.filter { $0.0 > 0 }
            .map { "\(bytesText($0.0)) \($0.1)" }.joined(separator: ", ")
    }

    /// The limit of the comparison, if it was reached.
    var limits: String? {
        notCompared.map {
            "\(counted($0.objects, "large content")) of \(bytesText($0.bytes)) in all "
                + ($0.objects == 1 ? "was not compared" : "were not compared")
        }
    }
}

extension SavingSite.Kind {
    fileprivate var words: String {
        switch self {
        case .equal: "in equal contents"
        case .capacity: "in unused capacity"
        case .slack: "added by malloc"
        }
    }
}

extension SavingSite {
    /// Returns the saving, without its place: `3400 strings with 24 different contents`.
    ///
    /// - Parameter labels: The labels of the types of all sites that are shown together.
    func words(_ labels: TypeLabels) -> String {
        switch kind {
        case .equal: "\(values(labels)) with \(contents)"
        case .capacity: "capacity beyond the elements of \(values(labels)), \(usedText) used"
        case .slack:
            "added by malloc to \(counted(blocks, "block")) of \(bytesText(bytes / max(blocks, 1)))"
                + (blocks == 1 ? "" : " on average") + (type.kind == .raw ? "" : ": \(labels.label(of: type))")
        }
    }

    private var contents: String {
        switch different ?? 0 {
        case blocks: blocks == 1 ? "the content of another one" : "the contents of others"
        case 1: "the same content"
        case let count: "\(count) different contents"
        }
    }

    private var usedText: String {
        "\(Int((Double(bytes - saved) / Double(max(bytes, 1)) * 100).rounded())) %"
    }

    /// Returns the blocks as the values that they store: `3 strings`, `2 values of [Row]`.
    private func values(_ labels: TypeLabels) -> String {
        if type.kind == .raw { return counted(blocks, "block of memory", "blocks of memory") }
        if type.name == "Swift.__StringStorage" { return counted(blocks, "string") }
        let isData = type.name.hasSuffix(".__DataStorage")
        return counted(blocks, "value", "values") + " of " + (isData ? "Data" : labels.label(of: type))
    }
}
