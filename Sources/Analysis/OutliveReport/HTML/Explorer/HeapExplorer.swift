package import OutliveModel

/// The explorer of a snapshot: one HTML page that loads nothing, with the suspects first.
///
/// The tables and suspects are complete without the script. The script adds sorting, searching and pictures, from data
/// that were summed up before. The page has limits and states the number of omitted items.
package struct HeapExplorer {
    let picture: HeapPicture
    let cards: [CauseCard]
    let quotes: SourceQuotes

    /// Creates the page of a picture.
    ///
    /// - Parameter options: The checkout whose source the page quotes.
    package init(_ picture: HeapPicture, _ options: PresentationOptions = PresentationOptions()) {
        self.picture = picture
        let causes = picture.judged?.causes ?? picture.report.causes
        quotes = SourceQuotes(causes.prefix(PageLimits.causes).map(\.leader), options)
        cards = causes.enumerated().map { index, cause in
            CauseCard(number: index + 1, cause: cause, isOpen: index < PageLimits.openCauses)
        }
    }

    var report: SnapshotReport { picture.report }
    var causes: [Cause] { cards.map(\.cause) }

    /// The page.
    package var bytes: [UInt8] { page(with: [], .ofExplorer) }

    /// The page with an inspector of single objects, which asks the server of the page.
    package var servedBytes: [UInt8] { page(with: [inspector], .ofServedExplorer) }

    private func page(with further: [PageSection], _ assets: PageAssets) -> [UInt8] {
        let course = PageSection(picture.course, causes: picture.judged?.causes ?? [])
        let heap = hasObjects ? [suspects, growth, course, types, groups] + further : [growth, course]
        let pictures = picture.retained.blocks > 0 ? [map, calls] : []
        let parts = heap + pictures + [tasks, memory, savings, allocations, notes]
        let sections = [overview] + leading(parts.compactMap(\.self)) + [about]
        let title = "Outlive: \(picture.subject.noun) of \(elided(oneLine(program), to: 60, .middle))"
        return htmlPage(title, sections, assets, data: ExplorerData(picture).bytes)
    }

    var program: String {
        let paths = [report.snapshot.executable, picture.memory?.looks.last?.executable ?? ""]
        let path = paths.first { !$0.isEmpty } ?? ""
        return path.split(separator: "/").last.map(String.init) ?? "a process"
    }

    /// `true` if the snapshot has objects, or the objects of a choice or the causes of a run are to be shown.
    var hasObjects: Bool { report.snapshot.objects > 0 || report.pattern != nil || picture.judged != nil }
}
