import TabularData

// The trainers' initialisers from data frames.

extension MLBoostedTreeRegressor {
    /// Trains on a data frame.
    ///
    /// - Throws: as the initialiser from an `MLDataTable`, and for a column of a type that tables do not have.
    public init(
        trainingData: DataFrame, targetColumn: String, featureColumns: [String]? = nil, parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(
            trainingData: MLDataTable(trainingData), targetColumn: targetColumn, featureColumns: featureColumns, parameters: parameters)
    }
}

extension MLRandomForestRegressor {
    /// Trains on a data frame.
    ///
    /// - Throws: as the initialiser from an `MLDataTable`, and for a column of a type that tables do not have.
    public init(
        trainingData: DataFrame, targetColumn: String, featureColumns: [String]? = nil, parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(
            trainingData: MLDataTable(trainingData), targetColumn: targetColumn, featureColumns: featureColumns, parameters: parameters)
    }
}

extension MLDecisionTreeRegressor {
    /// Trains on a data frame.
    ///
    /// - Throws: as the initialiser from an `MLDataTable`, and for a column of a type that tables do not have.
    public init(
        trainingData: DataFrame, targetColumn: String, featureColumns: [String]? = nil, parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(
            trainingData: MLDataTable(trainingData), targetColumn: targetColumn, featureColumns: featureColumns, parameters: parameters)
    }
}

extension MLLinearRegressor {
    /// Trains on a data frame.
    ///
    /// - Throws: as the initialiser from an `MLDataTable`, and for a column of a type that tables do not have.
    public init(
        trainingData: DataFrame, targetColumn: String, featureColumns: [String]? = nil, parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(
            trainingData: MLDataTable(trainingData), targetColumn: targetColumn, featureColumns: featureColumns, parameters: parameters)
    }
}

extension MLRegressor {
    /// Trains on a data frame.
    ///
    /// - Throws: as the initialiser from an `MLDataTable`, and for a column of a type that tables do not have.
    public init(
        trainingData: DataFrame, targetColumn: String, featureColumns: [String]? = nil, parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(
            trainingData: MLDataTable(trainingData), targetColumn: targetColumn, featureColumns: featureColumns, parameters: parameters)
    }
}

extension MLBoostedTreeClassifier {
    /// Trains on a data frame.
    ///
    /// - Throws: as the initialiser from an `MLDataTable`, and for a column of a type that tables do not have.
    public init(
        trainingData: DataFrame, targetColumn: String, featureColumns: [String]? = nil, parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(
            trainingData: MLDataTable(trainingData), targetColumn: targetColumn, featureColumns: featureColumns, parameters: parameters)
    }
}

extension MLRandomForestClassifier {
    /// Trains on a data frame.
    ///
    /// - Throws: as the initialiser from an `MLDataTable`, and for a column of a type that tables do not have.
    public init(
        trainingData: DataFrame, targetColumn: String, featureColumns: [String]? = nil, parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(
            trainingData: MLDataTable(trainingData), targetColumn: targetColumn, featureColumns: featureColumns, parameters: parameters)
    }
}

extension MLDecisionTreeClassifier {
    /// Trains on a data frame.
    ///
    /// - Throws: as the initialiser from an `MLDataTable`, and for a column of a type that tables do not have.
    public init(
        trainingData: DataFrame, targetColumn: String, featureColumns: [String]? = nil, parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(
            trainingData: MLDataTable(trainingData), targetColumn: targetColumn, featureColumns: featureColumns, parameters: parameters)
    }
}

extension MLLogisticRegressionClassifier {
    /// Trains on a data frame.
    ///
    /// - Throws: as the initialiser from an `MLDataTable`, and for a column of a type that tables do not have.
    public init(
        trainingData: DataFrame, targetColumn: String, featureColumns: [String]? = nil, parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(
            trainingData: MLDataTable(trainingData), targetColumn: targetColumn, featureColumns: featureColumns, parameters: parameters)
    }
}

extension MLSupportVectorClassifier {
    /// Trains on a data frame.
    ///
    /// - Throws: as the initialiser from an `MLDataTable`, and for a column of a type that tables do not have.
    public init(
        trainingData: DataFrame, targetColumn: String, featureColumns: [String]? = nil, parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(
            trainingData: MLDataTable(trainingData), targetColumn: targetColumn, featureColumns: featureColumns, parameters: parameters)
    }
}

extension MLClassifier {
    /// Trains on a data frame.
    ///
    /// - Throws: as the initialiser from an `MLDataTable`, and for a column of a type that tables do not have.
    public init(
        trainingData: DataFrame, targetColumn: String, featureColumns: [String]? = nil, parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(
            trainingData: MLDataTable(trainingData), targetColumn: targetColumn, featureColumns: featureColumns, parameters: parameters)
    }
}
