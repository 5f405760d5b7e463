#!/usr/bin/env python3
"""Makes the small models in `predictors` and what scikit-learn answers for them.

    pip install coremltools==9.0 scikit-learn==1.5.1
    python3 make_predictors.py

Each model NAME.mlmodel comes with NAME.json: a list of {"inputs": {...}, "outputs": {...}}.
"""
import json
import pathlib

import coremltools as ct
import numpy as np
from sklearn import ensemble, feature_extraction, linear_model, neighbors, pipeline, preprocessing, svm, tree

HERE = pathlib.Path(__file__).resolve().parent / "predictors"
rng = np.random.default_rng(7)
X = rng.normal(size=(120, 4))
y = X @ [1.5, -2.0, 0.5, 0.25] + 0.3 * np.sin(3 * X[:, 0]) + 0.7
three = np.digitize(y, [-1, 2])
two = (y > 0.7).astype(int)
names = np.array(["low", "middle", "high"])
features = ["a", "b", "c", "d"]
probe = rng.normal(size=(6, 4))


def rows(values):
    return [dict(zip(features, map(float, row))) for row in values]


def save(name, model, inputs, outputs):
    model.save(str(HERE / f"{name}.mlmodel"))
    cases = [{"inputs": i, "outputs": o} for i, o in zip(inputs, outputs)]
    (HERE / f"{name}.json").write_text(json.dumps(cases, indent=1))


def regressor(name, fitted):
    model = ct.converters.sklearn.convert(fitted, features, "target")
    save(name, model, rows(probe), [{"target": float(v)} for v in fitted.predict(probe)])


def classifier(name, fitted):
    model = ct.converters.sklearn.convert(fitted, features, "target")
    labels = [v.item() for v in fitted.classes_]
    outputs = []
    for row in fitted.predict_proba(probe):
        # Not predict(): a support vector machine's votes need not be for its most probable class.
        outputs.append({"target": labels[row.argmax()], "classProbability": [[k, float(v)] for k, v in zip(labels, row)]})
    save(name, model, rows(probe), outputs)


HERE.mkdir(exist_ok=True)
regressor("linear_regression", linear_model.LinearRegression().fit(X, y))
classifier("logistic_two", linear_model.LogisticRegression(multi_class="ovr").fit(X, two))

# The converter knows no softmax regression: here it is with the first class as the reference.
softmax = linear_model.LogisticRegression(multi_class="multinomial").fit(X, names[three])
template = ct.converters.sklearn.convert(linear_model.LogisticRegression(multi_class="ovr").fit(X, names[three]), features, "target")
spec = template.get_spec()
spec.glmClassifier.ClearField("weights")
spec.glmClassifier.classEncoding = 0
spec.glmClassifier.offset[:] = list(softmax.intercept_[1:] - softmax.intercept_[0])
for row in softmax.coef_[1:] - softmax.coef_[0]:
    spec.glmClassifier.weights.add().value[:] = list(row)
spec.glmClassifier.stringClassLabels.vector[:] = [str(label) for label in softmax.classes_]
probabilities = softmax.predict_proba(probe)
save("logistic_three", ct.models.MLModel(spec, skip_model_load=True), rows(probe),
     [{"target": str(softmax.classes_[p.argmax()]), "classProbability": [[str(k), float(v)] for k, v in zip(softmax.classes_, p)]}
      for p in probabilities])

classifier("logistic_one_versus_rest", linear_model.LogisticRegression(multi_class="ovr").fit(X, three))
regressor("tree_regressor", tree.DecisionTreeRegressor(max_depth=4).fit(X, y))
classifier("tree_classifier", tree.DecisionTreeClassifier(max_depth=4).fit(X, names[three]))
regressor("forest_regressor", ensemble.RandomForestRegressor(n_estimators=5, max_depth=4, random_state=1).fit(X, y))
classifier("forest_classifier", ensemble.RandomForestClassifier(n_estimators=5, max_depth=4, random_state=1).fit(X, three))
regressor("boosted_regressor", ensemble.GradientBoostingRegressor(n_estimators=8, random_state=1).fit(X, y))
classifier("boosted_two", ensemble.GradientBoostingClassifier(n_estimators=8, random_state=1).fit(X, two))
regressor("svm_regressor", svm.SVR(kernel="rbf", gamma=0.4).fit(X, y))
regressor("svm_polynomial", svm.SVR(kernel="poly", degree=2, gamma=0.4, coef0=0.5).fit(X, y))
classifier("svm_two", svm.SVC(kernel="rbf", gamma=0.4, probability=True, random_state=1).fit(X, two))
classifier("svm_three", svm.SVC(kernel="sigmoid", gamma=0.1, coef0=0.2, probability=True, random_state=1).fit(X, three))
classifier("svm_nu", svm.NuSVC(nu=0.2, kernel="linear", probability=True, random_state=1).fit(X, names[three]))

scaled = pipeline.make_pipeline(preprocessing.StandardScaler(), linear_model.LinearRegression()).fit(X, y)
regressor("pipeline_scaled", scaled)
normalized = pipeline.make_pipeline(preprocessing.Normalizer("l2"), linear_model.LogisticRegression(multi_class="ovr")).fit(X, two)
classifier("pipeline_normalized", normalized)

records = [{"colour": "red", "size": 2.0}, {"colour": "blue", "size": -1.0}, {"colour": "red", "size": 0.5}]
vectorizer = feature_extraction.DictVectorizer(sparse=False)
numeric = [{"x": r["size"], "y": float(i)} for i, r in enumerate(records)]
mapped = pipeline.make_pipeline(vectorizer, linear_model.LinearRegression()).fit(numeric, [1.0, 2.0, 4.0])
save("pipeline_dictionary", ct.converters.sklearn.convert(mapped, "record", "target"), [{"record": r} for r in numeric],
     [{"target": float(v)} for v in mapped.predict(numeric)])

known = neighbors.KNeighborsClassifier(n_neighbors=3, algorithm="brute", weights="uniform").fit(X, three)
model = ct.converters.sklearn.convert(known, "input", "target")
save("neighbors", model, [{"input": list(map(float, row))} for row in probe],
     [{"target": int(v)} for v in known.predict(probe.astype(np.float32))])
