/// A part of Outlive for development only, which must not reach production.
package enum AuditPart: String, CaseIterable, Codable, Sendable {
    case registry, resetHost, signalNotifier, httpNotifier, inProcessNotifier, overlayButton, multiPressGesture
    case gObjectTracking, requestStubs, interposer

    /// The display name.
    package var title: String {
        switch self {
        case .registry: "leak registry"
        case .resetHost: "reset host"
        case .signalNotifier: "signal notifier"
        case .httpNotifier: "HTTP notifier"
        case .inProcessNotifier: "in-process notifier"
        case .overlayButton: "overlay button"
        case .multiPressGesture: "multi-press gesture"
        case .gObjectTracking: "GObject tracking"
        case .requestStubs: "request stubs"
        case .interposer: "malloc interposer"
        }
    }
}

/// A piece of text by which a part is recognised in a file.
package struct AuditMarker: Hashable, Sendable {
    /// The kind of text that contains a marker.
    package enum Kind: String, Codable, Sendable {
        /// A symbol name, until it is stripped.
        case symbol
        /// A string literal of live code, which stripping keeps.
        case string
        /// The name of a needed library.
        case library
    }

    package var kind: Kind
    /// A substring of a symbol name or string, or a prefix of a library's name in lower case.
    package var text: String

    /// Creates a marker; bars in the text are removed.
    fileprivate init(_ kind: Kind, _ text: String) { (self.kind, self.text) = (kind, text.filter { $0 != "|" }) }
}

extension AuditPart {
    /// The markers of the part. Any one of them is sufficient.
    ///
    /// A `|` in each marker prevents the search from finding this list in the command itself; it is removed before the
    /// search.
    ///
    /// - A symbol must be absent from the empty types that replace the part without the trait `LiveReset`.
    /// - A string must be longer than 15 bytes, because shorter ones are stored in instructions. It must belong
    ///   to live code of the part, as a message or a name does.
    ///
    /// `scripts/trial audit-adopter` searches for each of them in a build that contains the parts.
    package var markers: [AuditMarker] {
        switch self {
        case .registry:
            markers(
                symbols: ["7Outlive|9SlotTableV", "outl|_stack_table_capture"],
                strings: ["; the leak |registry of this process "])
        case .resetHost:
            markers(
                symbols: ["7Outlive|9ResetHostC5cycle", "7Outlive|16HarnessDirectoryV"],
                strings: ["cannot be asked| for resets: "])
        case .signalNotifier:
            markers(symbols: ["outl|_signal_listen"], strings: ["outlive|.signal-notifier"])
        case .httpNotifier:
            markers(
                symbols: ["17OutliveHTTPRoutes|10ResetRouteV"],
                strings: [
                    "the notifier listens already; |make another one for another host",
                    "calls and streams of |events wait already, and no further call",
                ])
        case .inProcessNotifier:
            markers(
                symbols: ["7Outlive|17InProcessNotifierC7handler"],
                strings: ["no host has been started| with this notifier"])
        case .overlayButton:
            markers(symbols: ["10OutliveGTK|21OverlayButtonNotifierC5press"], strings: ["handler of |GtkButton \""])
        case .multiPressGesture:
            markers(
                symbols: ["10OutliveGTK|18MultiPressNotifierC5press"], strings: ["handler of |GtkGestureMultiPress \""])
        case .gObjectTracking:
            markers(symbols: ["10OutliveGTK|14GObjectWitnessC"], strings: ["GObjects are |not watched: "])
        case .requestStubs:
            markers(
                symbols: ["12OutliveStubs|12StubProtocolC"], strings: ["stubs answer data and |upload tasks only: "])
        case .interposer: markers(symbols: ["outl|_heap_"]) + [AuditMarker(.library, "liboutlive|heap")]
        }
    }

    private func markers(symbols: [String], strings: [String] = []) -> [AuditMarker] {
        symbols.map { AuditMarker(.symbol, $0) } + strings.map { AuditMarker(.string, $0) }
    }
}
