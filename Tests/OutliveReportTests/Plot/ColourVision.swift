import Foundation

/// A kind of colour vision, as a simulation of it.
///
/// Source: Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color vision deficiency",
/// 2009: the matrices of severity 1, on linear RGB.
enum ColourVision: String, CaseIterable {
    case usual, protanope, deuteranope, tritanope

    private var matrix: [[Double]] {
        switch self {
        case .usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
        case .protanope:
            [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
        case .deuteranope:
            [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
        case .tritanope:
            [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
        }
    }

    /// Returns the difference of two colours as it is seen, by CIE76: below about 10 they are hard to distinguish.
    func difference(_ first: Ground.Colour, _ second: Ground.Colour) -> Double {
        sqrt(zip(lab(first), lab(second)).reduce(0) { $0 + pow($1.0 - $1.1, 2) })
    }

    private func lab(_ colour: Ground.Colour) -> [Double] {
        let linear = colour.parts.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
        func product(_ row: [Double], _ values: [Double]) -> Double { zip(row, values).reduce(0) { $0 + $1.0 * $1.1 } }
        let seen = matrix.map { min(max(product($0, linear), 0), 1) }
        // To XYZ of sRGB, relative to the white of daylight.
        let relative = [
            product([0.4124564, 0.3575761, 0.1804375], seen) / 0.95047,
            product([0.2126729, 0.7151522, 0.0721750], seen),
            product([0.0193339, 0.1191920, 0.9503041], seen) / 1.08883,
        ].map { $0 > 0.008856 ? cbrt($0) : 7.787 * $0 + 16 / 116 }
        return [
            116 * relative[1] - 16, 500 * (relative[0] - relative[1]), 200 * (relative[1] - relative[2]),
        ]
    }
}
