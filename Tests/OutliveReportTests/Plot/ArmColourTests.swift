import Testing

@testable import OutliveReport

/// The colours of arms, which lie beside each other in the plots of a run.
@Suite struct ArmColourTests {
    private static let names = ["launch", "reset", "third", "fourth", "fifth"]

    @Test(arguments: ColourVision.allCases)
    func `Any two arms differ clearly, in both schemes and in print, for every kind of colour vision`(
        vision: ColourVision
    ) throws {
        let schemes = Self.names.map { Ground.colours($0, in: PageAssets.ofReport.style) }
        try #require(schemes.allSatisfy { $0.count == 3 })
        for scheme in 0..<3 {
            for first in Self.names.indices {
                for second in Self.names.indices where second > first {
                    let difference = vision.difference(schemes[first][scheme], schemes[second][scheme])
                    #expect(difference > 15, "\(Self.names[first]), \(Self.names[second]), scheme \(scheme)")
                }
            }
        }
    }

    @Test func `Every arm stands out from its ground`() throws {
        let grounds = try #require(Ground.all(in: PageAssets.ofReport.style))
        for name in Self.names {
            let colours = Ground.colours(name, in: PageAssets.ofReport.style)
            for (ground, colour) in zip(grounds, colours) {
                // WCAG 2, section 1.4.11.
                #expect(colour.contrast(with: ground.surface) >= 3, "\(name)")
            }
        }
    }
}
