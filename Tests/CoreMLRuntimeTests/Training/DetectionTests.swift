import Foundation
import TestSupport
import Testing

@testable import CoreMLRuntime

struct DetectionTests {
    /// Results that Scripts/detection_fixtures.py computed with PyTorch.
    private struct Fixture: Decodable {
        var x, cells, targets, weights, gradient: TrainingFixtures.Value
        var loss: Float
    }

    @Test("The loss of boxes is that of PyTorch")
    func theLossOfBoxesIsThatOfPyTorch() throws {
        let fixture = try JSONDecoder().decode(Fixture.self, from: Data(contentsOf: Fixtures.url("box_loss.json")))
        var builder = ProgramBuilder(reserving: ["loss"])
        let parameters = TrainingParameters()
        try parameters.add("x", fixture.x.tensor)
        let x = try builder.input("x", fixture.x.tensor.type)
        let loss = try builder.emitOne(
            "osprey.box_loss",
            ["x": x, "cells": fixture.cells.argument, "targets": fixture.targets.argument, "weights": fixture.weights.argument])
        let function = try builder.finish(outputs: [("loss", loss)])
        let graph = try TrainingGraph(function, loss: "loss", parameters: parameters)
        #expect(abs(try graph.run() - fixture.loss) < 1e-5)
        #expect(try #require(graph.gradients["x"]).difference(fixture.gradient.tensor) < 1e-5)
    }

    // MARK: Assignment

    /// A grid of 4 × 4 cells of 8 pixels, whose cells all predict a box of their own size around themselves.
    private static let cells: Tensor = {
        var values: [Float] = []
        for row in 0..<4 {
            for column in 0..<4 { values += [Float(column * 8 + 4), Float(row * 8 + 4), 8] }
        }
        return Tensor(values, shape: [16, 3])
    }()

    private func assign(
        _ objects: [[Float]], boxes: Tensor? = nil, logits: Tensor? = nil, classes: Int = 2, candidates: Int = 3
    ) throws -> (wanted: [Float], boxes: [Float], weights: [Float]) {
        var builder = ProgramBuilder(eager: true)
        let boxes = boxes ?? .filled([1, 4, 16], 0)
        let logits = logits ?? .filled([1, classes, 16], 0)
        let results = try builder.emit(
            "osprey.assign_detections",
            [
                "boxes": .tensor(boxes), "logits": .tensor(logits), "cells": .tensor(Self.cells),
                "objects": .tensor(Tensor(objects.flatMap { $0 }, shape: [1, objects.count, 5])), "candidates": .int(candidates),
            ])
        let tensors = try results.map { Array(try #require(builder.tensor(of: $0)).floats) }
        return (tensors[0], tensors[1], tensors[2])
    }

    @Test("A cell's target probability is the overlap of its box with the object")
    func theCellThatPredictsAnObjectIsToBeAsSureAsItsBoxIsGood() throws {
        // The box of cell 5, whose centre is at (12, 12), a little smaller than that of the cell's prediction.
        let (wanted, boxes, weights) = try assign([[1, 12, 12, 8, 6]])
        #expect(weights.indices.filter { weights[$0] > 0 } == [5])
        #expect(abs(weights[5] - 0.75) < 1e-6)
        #expect(wanted[16 + 5] == weights[5])
        #expect(wanted.filter { $0 != 0 }.count == 1)
        #expect([boxes[5], boxes[16 + 5], boxes[32 + 5], boxes[48 + 5]] == [12, 12, 8, 6])
    }

    @Test("A large object takes no more cells than it may")
    func aLargeObjectTakesNoMoreCellsThanItMay() throws {
        // It covers all cells; those in the middle predict boxes as large as it.
        let boxes = Tensor.filled([1, 4, 16], 0)
        for cell in [5, 6, 9, 10] { (boxes.floats[32 + cell], boxes.floats[48 + cell]) = (log(4), log(4)) }
        let weights = try assign([[0, 16, 16, 32, 32]], boxes: boxes, candidates: 4).weights
        #expect(weights.indices.filter { weights[$0] > 0 } == [5, 6, 9, 10])
        #expect(try assign([[0, 16, 16, 32, 32]], boxes: boxes, candidates: 2).weights.filter { $0 > 0 }.count == 2)
    }

    @Test("A cell of two objects predicts the one that it predicts best")
    func aCellOfTwoObjectsPredictsTheOneThatItPredictsBest() throws {
        let (wanted, boxes, _) = try assign([[0, 12, 12, 8, 4], [1, 12, 12, 8, 7]])
        #expect(wanted[5] == 0)
        #expect(wanted[16 + 5] > 0.8)
        #expect(boxes[48 + 5] == 7)
    }

    @Test("An object between cells takes the nearest")
    func anObjectBetweenCellsTakesTheNearest() throws {
        let weights = try assign([[0, 9, 9, 1, 1]]).weights
        #expect(weights.indices.filter { weights[$0] > 0 } == [5])
    }

    @Test("Rows without a valid class are assigned no cell")
    func linesWithoutAnObjectCountForNothing() throws {
        for line: [Float] in [[-1, 12, 12, 8, 8], [2, 12, 12, 8, 8], [.nan, 12, 12, 8, 8], [0.5, 12, 12, 8, 8]] {
            #expect(try assign([line]).weights.allSatisfy { $0 == 0 })
        }
    }

    @Test("Arguments that do not fit are errors")
    func argumentsThatDoNotFitAreErrors() throws {
        #expect(throws: RuntimeError.self) { try assign([[0, 1, 1, 1, 1]], boxes: .filled([1, 4, 15], 0)) }
        #expect(throws: RuntimeError.self) { try assign([[0, 1, 1, 1, 1]], logits: .filled([2, 2, 16], 0)) }
    }
}
