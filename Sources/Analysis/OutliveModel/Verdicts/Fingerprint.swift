internal import OutliveSupport

/// Returns a hash of texts that is the same on every machine and in every run: 16 hexadecimal digits.
package func fingerprint(of parts: [String]) -> String {
    var hash = StableHash()
    for part in parts {
        hash.combine(part)
        // A terminator, so that the division into parts matters.
        hash.combine(0)
    }
    return hexadecimal(hash.value)
}

/// Returns a number as 16 hexadecimal digits.
func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}

extension Finding {
    /// The fingerprint for a finding without a trace: the type and the file of the site, without the line.
    ///
    /// A site without debug information is `module+0xoffset`. Its offset changes with every build, so only the module
    /// counts.
    package var fingerprintOfSite: String {
        let file = key.site.fileID
        let place = key.site.line > 0 ? file : String(file.prefix { $0 != "+" })
        return OutliveModel.fingerprint(of: [key.type, place])
    }
}

extension Report {
    /// Adds a fingerprint to every finding that has none, so that runs can be compared.
    package mutating func addMissingFingerprints() {
        for index in findings.indices where findings[index].fingerprint == nil {
            findings[index].fingerprint = findings[index].fingerprintOfSite
        }
    }
}
