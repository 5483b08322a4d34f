internal import OutliveSupport

/// Returns a text as one line without control characters.
func oneLine(_ text: String) -> String { printable(text.singleSpaced) }

/// Returns external text that is safe for a terminal, with control and formatting characters spelled out.
func printable(_ text: some StringProtocol) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\t": result += "    "
        case "\r": result += "\\r"
        case "\n": result += "\\n"
        case "\u{1B}": result += "\\e"
        case "\u{200D}": result.unicodeScalars.append(scalar)  // Joins emoji.
        default:
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
    return result
}

extension String {
    /// The text without workflow commands, for the log of a GitHub Actions step.
    ///
    /// The runner executes `::` at the beginning of a line, after optional white space, and `##[` anywhere in a line. A
    /// blank inserted into either prevents this.
    package var withoutWorkflowCommands: String {
        // A combining mark forms another character with the last scalar, so the search goes by scalars.
        replacing(#/(^|[\r\n])([^\S\r\n]*)::/#.matchingSemantics(.unicodeScalar)) { "\($0.1)\($0.2): :" }
            .replacing(#/##\[/#.matchingSemantics(.unicodeScalar), with: "## [")
    }
}
