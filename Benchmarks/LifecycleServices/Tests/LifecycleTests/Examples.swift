import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Example {
    static let all = [
        Example(name: "line-server", options: "--port {port}", leaked: "line_server.LineCounter") { port in
            // The shell opens the connection.
            let script = "exec 3<>/dev/tcp/127.0.0.1/\(port) && echo milk >&3 && read -r lines <&3 && echo $lines"
            return try await number(from: "/bin/bash", ["-c", script])
        },
        Example(name: "note-web", options: "--port {port} --data {dir}", leaked: "note_web.NoteStore") { port in
            var request = URLRequest(url: URL(string: "http://127.0.0.1:\(port)/notes")!)
            request.httpMethod = "POST"
            request.httpBody = Data("milk".utf8)
            return try number(in: try await URLSession.shared.data(for: request).0)
        },
    ]

    /// The articles about the examples, and their folders.
    static let articles = [("TCPServer", "LineServer"), ("HummingbirdService", "NoteWeb")]
}
