internal import OutliveSupport

extension KnownLeakMatch {
    /// Returns `true` if the condition matches a finding; an empty condition matches none.
    ///
    /// As with the fingerprint, the culprit of the first trace is compared.
    package func fits(_ finding: Finding) -> Bool {
        guard self != KnownLeakMatch() else { return false }
        if let fingerprint, fingerprint != finding.fingerprint {
            // Without the heap tier a component has the fingerprint of its site. Such an entry stays valid with the
            // tier.
            guard finding.tier == .registry, fingerprint == finding.fingerprintOfSite else { return false }
        }
        if let type, !Wildcards(type).match(finding.key.type) { return false }
        if let site, !Self.fits(site, finding) { return false }
        if let culprit {
            guard let name = finding.trace?.culprit?.name, Wildcards(culprit).match(name) else { return false }
        }
        return true
    }

    private static func fits(_ site: String, _ finding: Finding) -> Bool {
        let names = [finding.key.site.description, finding.key.site.fileID]
        if names.contains(where: Wildcards(site).match) { return true }
        guard let path = finding.sitePath else { return false }
        // `Sources/App/Feed.swift` matches the end of a path, wherever the checkout is.
        let end = Wildcards("*/" + site)
        return [path, "\(path):\(finding.key.site.line)"].contains { Wildcards(site).match($0) || end.match($0) }
    }
}

extension Finding {
    fileprivate var sitePath: String? {
        let name = key.site.fileID.split(separator: "/").last
        return backtrace.userSymbols.lazy.compactMap(\.file).first { $0.split(separator: "/").last == name }
    }
}
