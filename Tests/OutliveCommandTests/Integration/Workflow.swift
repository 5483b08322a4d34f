import Yams

/// A workflow of GitHub, as far as its steps are concerned.
struct Workflow: Decodable {
    struct Job: Decodable {
        /// The image in which the steps run, or `nil` if they run on the machine itself.
        var container: String?
        var steps: [Step]
    }

    var jobs: [String: Job]

    init(_ text: String) throws { self = try YAMLDecoder().decode(Self.self, from: text) }
}

/// A step of a job, or of an action that consists of steps.
struct Step: Decodable {
    var id: String?
    var run: String?
    var uses: String?
    var shell: String?
    var env: [String: String]?
    var with: [String: String]?
}

/// An action that consists of steps.
struct CompositeAction: Decodable {
    struct Input: Decodable { var `default`: String? }
    struct Output: Decodable { var value: String }
    struct Runs: Decodable {
        var using: String
        var steps: [Step]
    }

    var inputs: [String: Input]
    var outputs: [String: Output]
    var runs: Runs

    init(_ text: String) throws { self = try YAMLDecoder().decode(Self.self, from: text) }
}
