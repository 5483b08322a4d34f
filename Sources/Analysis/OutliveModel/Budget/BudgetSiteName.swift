internal import OutliveSupport

/// The name of a site in a budget, which moved lines, other addresses and another build do not change.
///
/// It is the type and the innermost function of the program: `Swift.Array<App.Route> in RouteTable.match(_:)`.
package struct BudgetSiteName: Codable, Hashable, Sendable, Comparable, CustomStringConvertible {
    package let description: String

    /// The maximum number of Unicode scalars.
    package static let maximumLength = 300

    package init(_ description: String) {
        self.description = description.onOneLine(upTo: Self.maximumLength)
    }

    /// Creates the name of the site of a type and a stack.
    package init(_ type: HeapType, allocatedIn stack: Backtrace) {
        self.init("\(type) in \(stack.functionOfBudget)")
    }

    package static func < (first: Self, second: Self) -> Bool { first.description < second.description }

    package init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Backtrace {
    /// The innermost function of the program, or else the module that allocates.
    fileprivate var functionOfBudget: String {
        if let function = bestFunction?.function ?? bestSymbol?.function { return FunctionName(function).brief }
        guard let frame = bestFrame else { return "unknown place" }
        if let symbol = frame.symbols.first { return FunctionName(symbol.function).brief }
        return String(lastComponent(of: frame.module))
    }
}
