/// A day of the Gregorian calendar, in the years 1 to 9999.
package struct CalendarDay: Hashable, Sendable {
    /// The number of days since 1970-01-01; negative for earlier days.
    private let daysSince1970: Int

    /// Creates the day of a time, in UTC.
    ///
    /// - Parameter seconds: seconds since the beginning of 1970, UTC.
    package init(secondsSince1970 seconds: Double) {
        self.init(days: Int((seconds / 86400).rounded(.down)))
    }

    /// Parses a day such as `2027-03-31`; returns `nil` for any other form and for days that do not exist.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } })
        else { return nil }
        let numbers = parts.compactMap { Int($0) }
        let (year, month, day) = (numbers[0], numbers[1], numbers[2])
        guard year >= 1, (1...12).contains(month), (1...Self.length(ofMonth: month, year)).contains(day) else {
            return nil
        }
        let months = (1..<month).reduce(0) { $0 + Self.length(ofMonth: $1, year) }
        self.init(days: Self.start(ofYear: year) + months + day - 1)
    }

    private init(days: Int) {
        let range = Self.start(ofYear: 1)...Self.start(ofYear: 10_000) - 1
        daysSince1970 = min(max(days, range.lowerBound), range.upperBound)
    }

    /// Returns the day that is `days` later, at most the last day of the year 9999 and at least the first day of the
    /// year 1.
    package func adding(days: Int) -> CalendarDay {
        let (sum, overflow) = daysSince1970.addingReportingOverflow(days)
        return CalendarDay(days: overflow ? (days > 0 ? .max : .min) : sum)
    }

    /// Returns the first day of a year, in days since 1970.
    private static func start(ofYear year: Int) -> Int {
        let before = year - 1
        return before * 365 + before / 4 - before / 100 + before / 400 - 719_162
    }

    private static func length(ofMonth month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CalendarDay: Comparable {
    /// Returns `true` if the first day is earlier.
    package static func < (first: CalendarDay, second: CalendarDay) -> Bool {
        first.daysSince1970 < second.daysSince1970
    }
}

extension CalendarDay: CustomStringConvertible {
    /// The day in the form `2027-03-31`.
    package var description: String {
        // Starts from a year that is never too late, because no year has more than 366 days.
        var year = 1 + (daysSince1970 - Self.start(ofYear: 1)) / 366
        while Self.start(ofYear: year + 1) <= daysSince1970 { year += 1 }
        var day = daysSince1970 - Self.start(ofYear: year)
        var month = 1
        while day >= Self.length(ofMonth: month, year) {
            day -= Self.length(ofMonth: month, year)
            month += 1
        }
        return [(year, 4), (month, 2), (day + 1, 2)].map { number, digits in
            String(repeating: "0", count: max(digits - "\(number)".count, 0)) + "\(number)"
        }.joined(separator: "-")
    }
}

extension CalendarDay: Codable {
    /// Decodes the text of a day.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let day = CalendarDay(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not a date; write it as 2027-03-31")
        }
        self = day
    }

    /// Encodes the text of the day.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
