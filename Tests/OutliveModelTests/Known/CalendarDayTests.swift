import Foundation
import OutliveModel
import Testing

struct CalendarDayTests {
    @Test(arguments: ["2027-03-31", "2024-02-29", "2000-02-29", "1970-01-01", "0001-01-01", "9999-12-31", "1969-12-31"])
    func `A day is written as it was read`(text: String) throws {
        #expect(try #require(CalendarDay(text)).description == text)
    }

    @Test(arguments: [
        "", "2027-3-31", "2027-13-01", "2027-00-01", "2027-04-31", "2027-02-29", "1900-02-29", "2027-03-00",
        "2027-03-31T00:00:00Z", "27-03-31", "2027/03/31", "2027-03-3١", "+027-03-31", "0000-01-01", "tomorrow",
    ])
    func `A text that is no day is refused`(text: String) {
        #expect(CalendarDay(text) == nil)
    }

    @Test func `A day lasts from midnight to midnight in UTC`() {
        // 2027-03-31T00:00:00Z
        let midnight = 1_806_451_200.0
        #expect(CalendarDay(secondsSince1970: midnight - 0.001).description == "2027-03-30")
        #expect(CalendarDay(secondsSince1970: midnight).description == "2027-03-31")
        #expect(CalendarDay(secondsSince1970: midnight + 86_399.999).description == "2027-03-31")
        #expect(CalendarDay(secondsSince1970: midnight + 86_400).description == "2027-04-01")
        #expect(CalendarDay(secondsSince1970: -1).description == "1969-12-31")
    }

    @Test func `Days are those of the system's calendar`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        for day in stride(from: -20_000, to: 40_000, by: 37) {
            let parts = calendar.dateComponents(
                [.year, .month, .day], from: Date(timeIntervalSince1970: Double(day) * 86_400))
            let text = String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
            #expect(CalendarDay(secondsSince1970: Double(day) * 86_400).description == text)
            #expect(CalendarDay(text) == CalendarDay(secondsSince1970: Double(day) * 86_400))
        }
    }

    @Test func `Days are added over months and years, up to the last one`() throws {
        let day = try #require(CalendarDay("2027-12-31"))
        #expect(day.adding(days: 1).description == "2028-01-01")
        #expect(day.adding(days: 60).description == "2028-02-29")
        #expect(day.adding(days: -365).description == "2026-12-31")
        #expect(day.adding(days: .max).description == "9999-12-31")
        #expect(day < day.adding(days: 1))
    }
}
