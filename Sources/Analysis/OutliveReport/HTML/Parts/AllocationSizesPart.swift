internal import OutliveModel

extension PageContent {
    /// The sizes and life times of all allocations, if they were counted.
    var allocationSizes: PageSection? {
        // The arms run the same program: the first one stands for them.
        guard let figures = report.allocations?.first else { return nil }
        let pictures = [
            ClassHistogram(sizes: figures.sizes),
            ClassHistogram(ages: figures.ages, unit: figures.unit),
        ].compactMap { $0?.picture }
        guard !pictures.isEmpty else { return nil }
        return PageSection("sizes", "Sizes", heading: "Sizes of allocations") { pictures }
    }
}
