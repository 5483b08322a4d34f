import OutliveModel
import Testing

@testable import OutliveReport

/// The landmarks and tables of pages, by the rules `landmark-unique` and `empty-table-header` of axe.
@Suite struct PageAccessTests {
    @Test(arguments: GoldenFileTests.reports.keys.sorted() + ["fleet"])
    func `No two landmarks of a page have the same name, and every column has a head`(name: String) throws {
        let report = try #require(name == "fleet" ? .fleet : GoldenFileTests.reports[name])
        let page = try report.page(comparison: ComparisonReportTests.everything)
        // Sections are the only landmarks beside the navigation and the main part, which exist once.
        #expect(!page.contains("role=\"region\""))
        let sections = page.matches(of: #/<h2 id="([a-z]+)-heading">/#).map(\.output.1)
        #expect(Set(sections).count == sections.count && !sections.isEmpty)
        let headings = page.matches(of: #/<h2 [^>]*>([^<]*)</#).map(\.output.1)
        #expect(Set(headings).count == headings.count, "\(headings)")
        #expect(!page.contains(#/<th scope="(col|row)"[^>]*><\/th>/#))
    }
}
