/// Returns a moment in UTC: `2026-01-02 03:04:05 UTC`.
///
/// - Parameter seconds: The seconds since 1970, limited to 0 up to the end of the year 9999.
func utc(seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0), 253_402_300_799))
    let (days, rest) = whole.quotientAndRemainder(dividingBy: 86_400)
    // Days are counted from 1 March of year 0, so that a leap day ends a year. An era has 400 years.
    let day = days + 719_468
    let (era, dayOfEra) = day.quotientAndRemainder(dividingBy: 146_097)
    let year = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let parts = [
        era * 400 + year + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9,
        dayOfYear - (153 * month + 2) / 5 + 1, rest / 3_600, rest / 60 % 60, rest % 60,
    ].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return parts[..<3].joined(separator: "-") + " " + parts[3...].joined(separator: ":") + " UTC"
}
