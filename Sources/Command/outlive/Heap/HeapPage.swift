internal import OutliveModel
internal import OutliveReport

extension HeapPicture {
    /// The page to explore the heap in a browser, with source lines of the checkout.
    var page: [UInt8] { HeapExplorer(self, PresentationOptions().ofCheckout).bytes }
}

extension [OutputRequest<HeapFormat>] {
    /// `true` if a page is requested, which needs the graph of all blocks.
    var needGraph: Bool { contains { $0.format == .html } }
}
