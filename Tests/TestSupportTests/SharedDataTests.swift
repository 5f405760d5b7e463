import Foundation
import TestSupport
import Testing

/// Where the tests look for data that is no part of the package.
@Suite struct SharedDataTests {
    private let temporary: TemporaryFolder

    init() throws { temporary = try TemporaryFolder() }

    private func found(_ checkout: String, _ environment: [String: String] = [:]) -> String {
        SharedData.folder(ofCheckout: temporary.file(checkout), environment: environment).path
    }

    @Test("The data lies beside the package or beside its folder")
    func theDataLiesBesideThePackageOrBesideItsFolder() throws {
        _ = try temporary.folder("room/checkout")
        let beside = try temporary.folder("room/shared/data")
        #expect(found("room/checkout") == beside.path)
        #expect(found("room/trees/checkout") == beside.path)
    }

    @Test("A work tree finds the data beside its main checkout")
    func aWorkTreeFindsTheDataBesideItsMainCheckout() throws {
        let tree = try temporary.folder("elsewhere/far/tree")
        let beside = try temporary.folder("room/shared/data")
        let git = temporary.file("room/checkout/.git/worktrees/tree").path
        try Data("gitdir: \(git)\n".utf8).write(to: tree.appendingPathComponent(".git"))
        #expect(found("elsewhere/far/tree") == beside.path)
        // As newer versions of git write it on demand.
        try Data("gitdir: ../../../room/checkout/.git/worktrees/tree\n".utf8).write(to: tree.appendingPathComponent(".git"))
        #expect(found("elsewhere/far/tree") == beside.path)
    }

    @Test("Data that were fetched are the last choice")
    func dataThatWereFetchedAreTheLastChoice() throws {
        let fetched = try temporary.folder("room/checkout/.test-data")
        #expect(found("room/checkout") == fetched.path)
        let beside = try temporary.folder("room/shared/data")
        #expect(found("room/checkout") == beside.path)
    }

    @Test("The environment comes first")
    func theEnvironmentComesFirst() throws {
        _ = try temporary.folder("room/shared/data")
        let own = try temporary.folder("own/data")
        #expect(found("room/checkout", ["OSPREY_SHARED": temporary.file("own").path]) == own.path)
    }

    @Test("Without data the folder beside the package is named", arguments: ["", "no git", "gitdir: /", "gitdir:"])
    func withoutDataTheFolderBesideThePackageIsNamed(_ content: String) throws {
        let tree = try temporary.folder("room/checkout")
        try Data(content.utf8).write(to: tree.appendingPathComponent(".git"))
        #expect(found("room/checkout") == temporary.file("room/shared/data").path)
    }

    @Test("A temporary folder goes with its holder")
    func aTemporaryFolderGoesWithItsHolder() throws {
        var folder: TemporaryFolder? = try TemporaryFolder()
        let path = try #require(folder?.path)
        try Data().write(to: #require(folder?.file("x")))
        #expect(FileManager.default.fileExists(atPath: path))
        folder = nil
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
