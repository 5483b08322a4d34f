/// The allocation stacks of the live blocks, and of the blocks that were released since an earlier snapshot.
package struct PicturedCalls: Sendable {
    package let tree: CallTree
    /// The blocks of each call and its callees that an earlier snapshot does not contain; empty if nothing is compared.
    package let new: [HeapAmount]
    /// The blocks of each call and its callees that only the earlier snapshot contains; empty if nothing is compared.
    package let gone: [HeapAmount]

    package init(tree: CallTree, new: [HeapAmount] = [], gone: [HeapAmount] = []) {
        (self.tree, self.new, self.gone) = (tree, new, gone)
    }
}
