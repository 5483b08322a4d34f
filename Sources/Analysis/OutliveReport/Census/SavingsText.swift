internal import OutliveModel

extension TextPage {
    /// Writes what could be saved: the sum, then the sites with the most bytes; nothing if there is none.
    ///
    /// - Parameter more: The remedy if sites are left out.
    mutating func write(_ savings: Savings?, limit: Int, more: String) {
        guard let savings, savings.bytes > 0 else { return }
        title("What could be saved: \(bytesText(savings.bytes))")
        paragraph(savings.parts, indent: 2, hanging: 2, ink: .faint)
        let (sites, labels) = (savings.merged, savings.labels)
        for site in sites.prefix(limit) {
            let place = site.stack.place
            field(
                aligned(bytesText(site.saved), 8),
                site.words(labels) + (place.isEmpty ? "" : ", made at \(place)"), gap: 10, labelInk: .plain)
        }
        let left = sites.count - min(sites.count, limit) + savings.sitesLeftOut
        if left > 0 {
            paragraph("\(ellipsis) \(counted(left, "site")) more: \(more)", indent: 2, hanging: 2, ink: .faint)
        }
        if let limits = savings.limits { paragraph(limits, indent: 2, hanging: 2, ink: .faint) }
    }
}
