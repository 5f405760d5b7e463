import TabularData

// The trainers' initialisers from data frames.

extension MLBoostedTreeRegressor {
    /// Trains a model on a data frame.
    ///
    /// - Throws: the errors of the initialiser from an `MLDataTable`, and `MLCreateError` for a column of a type that tables do not have.
    public init(
        trainingData: DataFrame, targetColumn: String, featureColumns: [String]? = nil, parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(
            trainingData: MLDataTable(trainingData), targetColumn: targetColumn, featureColumns: featureColumns, parameters: parameters)
    }
}

extension MLRandomForestRegressor {
    /// Trains a model on a data frame.
    ///
    /// - Throws: the errors of the initialiser from an `MLDataTable`, and `MLCreateError` for a column of a type that tables do not have.
    public init(
        trainingData: DataFrame, targetColumn: String, featureColumns: [String]? = nil, parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(
            trainingData: MLDataTable(trainingData), targetColumn: targetColumn, featureColumns: featureColumns, parameters: parameters)
    }
}

extension MLDecisionTreeRegressor {
    /// Trains a model on a data frame.
    ///
    /// - Throws: the errors of the initialiser from an `MLDataTable`, and `MLCreateError` for a column of a type that tables do not have.
    public init(
        trainingData: DataFrame, targetColumn: String, featureColumns: [String]? = nil, parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(
            trainingData: MLDataTable(trainingData), targetColumn: targetColumn, featureColumns: featureColumns, parameters: parameters)
    }
}

extension MLLinearRegressor {
    /// Trains a model on a data frame.
    ///
    /// - Throws: the errors of the initialiser from an `MLDataTable`, and `MLCreateError` for a column of a type that tables do not have.
    public init(
        trainingData: DataFrame, targetColumn: String, featureColumns: [String]? = nil, parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(
            trainingData: MLDataTable(trainingData), targetColumn: targetColumn, featureColumns: featureColumns, parameters: parameters)
    }
}

extension MLRegressor {
    /// Trains a model on a data frame.
    ///
    /// - Throws: the errors of the initialiser from an `MLDataTable`, and `MLCreateError` for a column of a type that tables do not have.
    public init(
        trainingData: DataFrame, targetColumn: String, featureColumns: [String]? = nil, parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(
            trainingData: MLDataTable(trainingData), targetColumn: targetColumn, featureColumns: featureColumns, parameters: parameters)
    }
}

extension MLBoostedTreeClassifier {
    /// Trains a model on a data frame.
    ///
    /// - Throws: the errors of the initialiser from an `MLDataTable`, and `MLCreateError` for a column of a type that tables do not have.
    public init(
        trainingData: DataFrame, targetColumn: String, featureColumns: [String]? = nil, parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(
            trainingData: MLDataTable(trainingData), targetColumn: targetColumn, featureColumns: featureColumns, parameters: parameters)
    }
}

extension MLRandomForestClassifier {
    /// Trains a model on a data frame.
    ///
    /// - Throws: the errors of the initialiser from an `MLDataTable`, and `MLCreateError` for a column of a type that tables do not have.
    public init(
        trainingData: DataFrame, targetColumn: String, featureColumns: [String]? = nil, parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(
            trainingData: MLDataTable(trainingData), targetColumn: targetColumn, featureColumns: featureColumns, parameters: parameters)
    }
}

extension MLDecisionTreeClassifier {
    /// Trains a model on a data frame.
    ///
    /// - Throws: the errors of the initialiser from an `MLDataTable`, and `MLCreateError` for a column of a type that tables do not have.
    public init(
        trainingData: DataFrame, targetColumn: String, featureColumns: [String]? = nil, parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(
            trainingData: MLDataTable(trainingData), targetColumn: targetColumn, featureColumns: featureColumns, parameters: parameters)
    }
}

extension MLLogisticRegressionClassifier {
    /// Trains a model on a data frame.
    ///
    /// - Throws: the errors of the initialiser from an `MLDataTable`, and `MLCreateError` for a column of a type that tables do not have.
    public init(
        trainingData: DataFrame, targetColumn: String, featureColumns: [String]? = nil, parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(
            trainingData: MLDataTable(trainingData), targetColumn: targetColumn, featureColumns: featureColumns, parameters: parameters)
    }
}

extension MLSupportVectorClassifier {
    /// Trains a model on a data frame.
    ///
    /// - Throws: the errors of the initialiser from an `MLDataTable`, and `MLCreateError` for a column of a type that tables do not have.
    public init(
        trainingData: DataFrame, targetColumn: String, featureColumns: [String]? = nil, parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(
            trainingData: MLDataTable(trainingData), targetColumn: targetColumn, featureColumns: featureColumns, parameters: parameters)
    }
}

extension MLClassifier {
    /// Trains a model on a data frame.
    ///
    /// - Throws: the errors of the initialiser from an `MLDataTable`, and `MLCreateError` for a column of a type that tables do not have.
    public init(
        trainingData: DataFrame, targetColumn: String, featureColumns: [String]? = nil, parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(
            trainingData: MLDataTable(trainingData), targetColumn: targetColumn, featureColumns: featureColumns, parameters: parameters)
    }
}
