extension MLShapedArrayProtocol {
    /// The part at an index of the first axis.
    public subscript(index: Int) -> MLShapedArraySlice<Scalar> {
        get { self[CollectionOfOne(index)] }
        set { self[CollectionOfOne(index)] = newValue }
    }

    /// The part of the array at the given indices. The first index is along the first axis, and so on; the part has the remaining axes.
    public subscript(indices: Int...) -> MLShapedArraySlice<Scalar> {
        get { self[indices] }
        set { self[indices] = newValue }
    }

    /// The scalar at an index along each axis.
    public subscript(scalarAt indices: Int...) -> Scalar {
        get { self[scalarAt: indices] }
        set { self[scalarAt: indices] = newValue }
    }

    /// The part within a range of the first axis.
    public subscript(sliceRange: Range<Int>) -> MLShapedArraySlice<Scalar> {
        get { self[CollectionOfOne(sliceRange)] }
        set { self[CollectionOfOne(sliceRange)] = newValue }
    }

    /// The part within a range of the first axis.
    public subscript(sliceRange: any MLShapedArrayRangeExpression) -> MLShapedArraySlice<Scalar> {
        get { self[resolved(CollectionOfOne(sliceRange))] }
        set { self[resolved(CollectionOfOne(sliceRange))] = newValue }
    }

    /// The part within a range along each of the leading axes.
    public subscript(sliceRanges: any MLShapedArrayRangeExpression...) -> MLShapedArraySlice<Scalar> {
        get { self[resolved(sliceRanges)] }
        set { self[resolved(sliceRanges)] = newValue }
    }

    /// The part within a range along each of the leading axes.
    public subscript<C>(partialSliceRanges: C) -> MLShapedArraySlice<Scalar>
    where C: Collection, C.Element == any MLShapedArrayRangeExpression {
        get { self[resolved(partialSliceRanges)] }
        set { self[resolved(partialSliceRanges)] = newValue }
    }

    /// The whole array.
    public subscript(_: (UnboundedRange_) -> Void) -> MLShapedArraySlice<Scalar> {
        get { self[EmptyCollection<Range<Int>>()] }
        set { self[EmptyCollection<Range<Int>>()] = newValue }
    }

    private func resolved(_ ranges: some Collection<any MLShapedArrayRangeExpression>) -> [Range<Int>] {
        precondition(ranges.count <= shape.count, "An array of \(shape.count) dimensions has no more ranges than that.")
        return zip(ranges, shape).map { range, extent in range.relative(toShapedArrayAxis: 0..<extent) }
    }
}
