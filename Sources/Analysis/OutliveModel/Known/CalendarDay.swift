/// A day of the Gregorian calendar, in the years 1 to 9999.
package struct CalendarDay: Hashable, Sendable {
    package let daysSince1970: Int

    package init(secondsSince1970 seconds: Double) {
        self.init(days: Int((seconds / 86400).rounded(.down)))
    }

    /// Parses a day such as `2027-03-31`; returns `nil` for any other form and for days that do not exist.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }
        guard parts.map(\.utf8.count) == [4, 2, 2], numbers.count == 3 else { return nil }
        // The year begins in March, so that a leap day ends it.
        let month = (numbers[1] + 9) % 12
        let year = numbers[0] - (month >= 10 ? 1 : 0)
        let leapDays = year / 4 - year / 100 + year / 400
        self.init(days: year * 365 + leapDays + (153 * month + 2) / 5 + numbers[2] - 1 - Self.daysBefore1970)
        guard description == text else { return nil }
    }

    private init(days: Int) {
        // From the first day of year 1 to the last of year 9999.
        daysSince1970 = min(max(days, -719_162), 2_932_896)
    }

    /// Returns the day that is `days` later, at most the last day of the year 9999 and at least the first day of the
    /// year 1.
    package func adding(days: Int) -> CalendarDay {
        let (sum, overflow) = daysSince1970.addingReportingOverflow(days)
        return CalendarDay(days: overflow ? (days > 0 ? .max : .min) : sum)
    }

    /// The number of days from 1 March of year 0 to 1970.
    private static let daysBefore1970 = 719_468
}

extension CalendarDay: Comparable {
    package static func < (first: CalendarDay, second: CalendarDay) -> Bool {
        first.daysSince1970 < second.daysSince1970
    }
}

extension CalendarDay: CustomStringConvertible {
    package var description: String {
        // Days are counted from 1 March of year 0. An era has 400 years.
        let (era, dayOfEra) = (daysSince1970 + Self.daysBefore1970).quotientAndRemainder(dividingBy: 146_097)
        let year = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        let numbers = [
            (era * 400 + year + (month >= 10 ? 1 : 0), 4), (month < 10 ? month + 3 : month - 9, 2),
            (dayOfYear - (153 * month + 2) / 5 + 1, 2),
        ]
        return numbers.map { number, digits in
            String(repeating: "0", count: max(digits - "\(number)".count, 0)) + "\(number)"
        }.joined(separator: "-")
    }
}

extension CalendarDay: RawRepresentable, Codable {
    package init?(rawValue: String) { self.init(rawValue) }
    package var rawValue: String { description }
}
