import Foundation
import Testing

/// The inputs of `scripts/fuzz`: the initial ones, and those that once broke something.
@Suite(.timeLimit(.minutes(2)))
struct FuzzSeedTests {
    private static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Fuzz/Corpus").standardized

    @Test(arguments: FuzzTarget.allCases)
    func `Every stored input is read without harm`(target: FuzzTarget) throws {
        let folder = Self.corpus.appending(path: target.rawValue)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        for file in files {
            let bytes = try Array(Data(contentsOf: file))
            #expect(throws: Never.self, "\(file.lastPathComponent)") { try target.run(bytes) }
        }
    }
}
