import Foundation
import OutliveModel
import Testing

/// The sample service with a low limit of descriptors.
@Suite(.serialized)
struct DescriptorLimitTests {
    private static let limit = 40

    @Test
    func `Stalled clients without a token leave the last descriptors to the application and to other clients`()
        async throws
    {
        let sample = try await SampleBench()
        // Starts the service, stalls 60 connections, sends a request with the token, and counts the service's
        // descriptors.
        let script = #"""
            exec 8< <(ulimit -n "$2"; exec env OUTLIVE_TOKEN="$3" "$0" serve --port 0 --data "$1" 2>&1)
            service=$!
            trap 'kill -9 $service' EXIT
            while read -r line <&8; do
                case $line in X_OUTLIVE_HTTP=*) port=${line##*:} ;; ready*) break ;; esac
            done
            for count in {1..60}; do
                exec {stalled}<>"/dev/tcp/127.0.0.1/$port"
                printf 'GET /ready HTTP/1.1\r\nX: ' >&"$stalled"
            done
            exec 9<>"/dev/tcp/127.0.0.1/$port"
            printf 'GET /ready HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\n\r\n' "$3" >&9
            read -r answer <&9
            echo "$answer"
            set -- /proc/$service/fd/*
            echo $#
            """#
        let token = String(repeating: "t", count: 32)
        let run = try await Started(
            "/bin/bash", ["-c", script, Built.noteService, sample.data, "\(Self.limit)", token]
        ).end()
        let lines = run.output.split(whereSeparator: \.isNewline)
        #expect(lines.first?.hasPrefix("HTTP/1.1 200") == true, "\(run.output)\(run.errors)")
        let open = try #require(lines.last.flatMap { Int($0) }, "\(run.output)\(run.errors)")
        // One more is accepted before its number is known. For a moment the service's own check opens another, and
        // libdispatch opens the folder of threads and the state of one, to count those that run.
        #expect(open <= Self.limit * 3 / 4 + 4, "\(open) descriptors are open")
    }
}
