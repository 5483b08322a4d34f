import OutliveTesting

extension Example {
    static let all = [
        Example(name: "note-rpc", options: "--port {port}", leaked: "note_rpc.Notebook") { port in
            try await number(from: BuiltProduct.path("note-rpc"), ["add", "\(port)", "milk"])
        },
    ]

    /// The articles about the examples, and their folders.
    static let articles = [("GRPCService", "NoteRPC")]
}
