import Foundation
import Testing
import UIKit

@Suite("Places in tables and collections")
struct IndexPathTests {
    @Test("A path has the section first, and then the row or item")
    func rows() {
        var path = IndexPath(row: 3, section: 1)
        #expect(path == IndexPath(indexes: [1, 3]) && path == IndexPath(item: 3, section: 1))
        #expect(path.section == 1 && path.row == 3 && path.item == 3)
        path.row = 5
        path.section = 2
        #expect(path == [2, 5])
        path.item = 0
        #expect(path.row == 0 && [IndexPath(row: 9, section: 0), [1, 0]].sorted() == [[0, 9], [1, 0]])
    }

    @Test("A path of one index has no row")
    func short() async {
        await #expect(processExitsWith: .failure) { _ = IndexPath(index: 1).row }
    }
}
