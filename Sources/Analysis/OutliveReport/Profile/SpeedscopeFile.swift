internal import OutliveModel
internal import OutliveSupport

extension AllocationProfile {
    /// Returns the blocks by allocation stack as a file of speedscope: one profile of bytes, one of objects.
    ///
    /// Source: `src/lib/file-format-spec.ts` of github.com/jlfwong/speedscope.
    func speedscopeFile() throws -> [UInt8] {
        let merged = MergedCalls(self, hasLines: true)
        let stacks = merged.stacks
        // The functions of a kept call, numbered in the order of their first use.
        var frames: [CallTree.Function] = []
        var numbers: [Int: Int] = [:]
        let samples = stacks.map { stack in
            stack.calls.map { call in
                numbers.value(of: call) {
                    frames.append(merged.functions[call])
                    return frames.count - 1
                }
            }
        }
        func weighted(_ name: String, unit: String, _ weights: [Int]) -> Document.Profile {
            Document.Profile(
                name: name, unit: unit, endValue: weights.reduce(0, boundedSum), samples: samples, weights: weights)
        }
        let document = Document(
            name: title,
            profiles: [
                weighted(measure.words, unit: "bytes", stacks.map(\.amount.bytes)),
                weighted(measure.wordsOfObjects, unit: "none", stacks.map(\.amount.objects)),
            ],
            shared: ["frames": frames.map(Document.Frame.init)])
        return try jsonDocument(
            JSONDocument(value: document, schema: "https://www.speedscope.app/file-format-schema.json"))
    }
}

private struct Document: Encodable {
    var exporter = "outlive"
    var name: String
    var activeProfileIndex = 0
    var profiles: [Profile]
    var shared: [String: [Frame]]

    struct Profile: Encodable {
        var type = "sampled"
        var name: String
        var unit: String
        var startValue = 0
        var endValue: Int
        /// The frames of each sample, outermost first, as indices of the shared frames.
        var samples: [[Int]]
        var weights: [Int]
    }

    struct Frame: Encodable {
        var name: String
        var file: String?
        var line: Int?
        var col: Int?

        init(_ function: CallTree.Function) {
            name = function.name
            file = function.file.isEmpty ? nil : function.file
            line = function.line > 0 ? function.line : nil
            col = function.column > 0 ? function.column : nil
        }
    }
}
