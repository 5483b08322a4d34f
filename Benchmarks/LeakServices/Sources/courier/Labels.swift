import NIOCore
import NIOEmbedded

/// A line of a label; lines end in a line feed.
final class LabelDecoder: ByteToMessageDecoder {
    typealias InboundOut = String
    private(set) var lines = 0

    func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) -> DecodingState {
        guard let end = buffer.readableBytesView.firstIndex(of: 10) else { return .needMoreData }
        let line = buffer.readString(length: end - buffer.readerIndex)!
        buffer.moveReaderIndex(forwardBy: 1)
        lines += 1
        context.fireChannelRead(wrapInboundOut(line))
        return .continue
    }
}

/// Reads labels with the decoder of the wire protocol, in a pipeline without a network.
struct LabelReader: Sendable {
    let finishes: Bool

    func read(_ name: String) async throws -> String {
        let channel = NIOAsyncTestingChannel()  // TRUE CULPRIT of --leak codec: not finished
        try await channel.testingEventLoop.executeInContext {
            try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(LabelDecoder()))
        }
        _ = try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
        try await channel.writeInbound(ByteBuffer(string: "\(name)\nfragile\n"))
        var lines: [String] = []
        while let line = try await channel.readInbound(as: String.self) { lines.append(line) }
        if finishes { _ = try await channel.finish() }
        return lines.joined(separator: ", ")
    }
}
