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
        let function = bestFunction?.function ?? bestSymbol?.function ?? bestFrame?.symbols.first?.function
        if let function { return FunctionName(function).brief.withoutLines }
        guard let frame = bestFrame else { return "unknown place" }
        return String(lastComponent(of: frame.module))
    }
}

extension String {
    /// The name without the file, line and column at which a macro is used.
    ///
    /// `freestanding macro expansion #1 of expect in module ShopTests file CartTests.swift line 14 column 9`
    fileprivate var withoutLines: String {
        guard contains("macro expansion #") else { return self }
        return replacing(#/ in module \S+ file .* line [0-9]+ column [0-9]+/#, with: "")
    }
}
