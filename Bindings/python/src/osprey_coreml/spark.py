"""Photos and models on a Spark cluster.

Each function takes a data frame and gives one with the same rows: the column that was looked at is replaced by what was found, and by
``error``, which says why a row has no answer. A row's answer depends on that row alone. Every core of an executor has one ``osprey`` process,
which lives as long as the Python worker does.
"""
import json
import os

from .errors import OspreyError

__all__ = ["classify", "detect", "featureprint", "predict"]

# So many photos, or bytes of them, go to the process at once.
_PHOTOS = 16
_BYTES = 32 << 20


def classify(df, column="content", *, top=5, threshold=0.0, model=None):
    """Classifies photos, whose files' bytes ``column`` has.

    ``observations`` is an array of ``identifier`` and ``confidence``, the best first. ``model`` is the file of a classifier instead of the
    default scene model.
    """
    fields = {"op": "classify", "top": int(top), "threshold": float(threshold)}
    return _looked_at(df, column, fields, model, [("observations", "array<struct<identifier:string,confidence:float>>", _observations)])


def detect(df, kinds, column="content", *, threshold=0.0, model=None):
    """Detects ``kinds`` in photos, named as for ``osprey detect`` (``"faces,barcodes"``, or a list).

    Each kind is a column of JSON text, the same as with ``osprey detect --json``; ``from_json`` makes structures of it.
    """
    names = [name.strip() for name in kinds.split(",")] if isinstance(kinds, str) else list(kinds)
    fields = {"op": "detect", "kinds": ",".join(names), "threshold": float(threshold)}
    return _looked_at(df, column, fields, model, [(name, "string", _Member(name)) for name in names])


def featureprint(df, column="content", *, extractor=None):
    """The feature print of photos, an array of floats; ``extractor`` is a network's file whose output serves instead."""
    return _looked_at(df, column, {"op": "featurePrint"}, extractor, [("featurePrint", "array<float>", _feature_print)])


def predict(df, model, inputs=None, *, compute_units="ALL"):
    """Runs a Core ML model on each row.

    ``inputs`` says which column each input of the model comes from; by default, the one of the same name. Numbers, strings and arrays of
    numbers are taken as they are; for an image, the column has a photo's file. The result has a column for each output: numbers, strings,
    arrays of doubles for arrays (in row-major order), maps for dictionaries.
    """
    from .server import Server

    server = Server()
    try:
        description = server.call("load", path=os.path.abspath(model), computeUnits=compute_units)
    finally:
        server.close()
    columns = {feature["name"]: feature["name"] for feature in description["inputs"]}
    columns = {name: column for name, column in {**columns, **(inputs or {})}.items() if column in df.columns or name in (inputs or {})}
    for name, column in columns.items():
        if column not in df.columns:
            raise ValueError(f"the input '{name}' comes from the column '{column}', which there is not")
    types = {
        "double": "double", "int64": "bigint", "string": "string", "multiArray": "array<double>", "dictionary": "map<string,double>",
        "sequence": "array<string>",
    }
    outputs = []
    for feature in description["outputs"]:
        if feature["type"] not in types:
            raise ValueError(f"the output '{feature['name']}' is of the type {feature['type']}, which a column cannot have")
        outputs.append((feature["name"], types[feature["type"]]))
    kinds = {feature["name"]: feature for feature in description["inputs"]}
    taken = {name: (column, kinds.get(name)) for name, column in columns.items()}
    look = _Prediction(_Shipped(df, model), compute_units, taken, outputs)
    return _mapped(df, [], outputs, look)


# The driver's side.


class _Shipped:
    """A model's file, which Spark copies to every node once."""

    def __init__(self, df, path):
        path = os.path.abspath(path)
        if not os.path.exists(path):
            raise FileNotFoundError(path)
        self._name = os.path.basename(path.rstrip("/"))
        self._path = path
        # In the same process there is no other node, and a file of the same name may have been sent before.
        self._is_local = df.sparkSession.sparkContext.master.startswith("local")
        if not self._is_local:
            df.sparkSession.sparkContext.addFile(path, recursive=os.path.isdir(path))

    @property
    def path(self):
        """Where it lies on the node that asks."""
        from pyspark import SparkFiles

        return self._path if self._is_local else SparkFiles.get(self._name)


def _looked_at(df, column, fields, model, outputs):
    if column not in df.columns:
        raise ValueError(f"there is no column '{column}'")
    look = _Look(column, fields, None if model is None else _Shipped(df, model), [(name, read) for name, _, read in outputs])
    return _mapped(df, [column], [(name, kind) for name, kind, _ in outputs], look)


def _mapped(df, dropped, outputs, look):
    from pyspark.sql.types import StructType, _parse_datatype_string

    taken = [name for name, _ in outputs] + ["error"]
    kept = [field for field in df.schema.fields if field.name not in dropped]
    for field in kept:
        if field.name in taken:
            raise ValueError(f"there is a column '{field.name}' already, which would be the answer's name")
    schema = StructType(list(kept))
    for name, kind in outputs:
        schema = schema.add(name, _parse_datatype_string(kind))
    schema = schema.add("error", "string")
    return df.mapInArrow(_Mapper([field.name for field in kept], schema, look), schema)


# The executors' side.


class _Mapper:
    """Batches of rows with their answers."""

    def __init__(self, kept, schema, look):
        self._kept, self._schema, self._look = kept, schema, look

    def __call__(self, batches):
        import pyarrow
        from pyspark.sql.pandas.types import to_arrow_schema

        schema = to_arrow_schema(self._schema)
        for batch in batches:
            answers = self._look(batch)
            arrays = [batch.column(batch.schema.get_field_index(name)) for name in self._kept]
            for field, values in zip(list(schema)[len(self._kept):], answers):
                arrays.append(pyarrow.array(values, field.type))
            yield pyarrow.RecordBatch.from_arrays(arrays, names=schema.names)


class _Look:
    """Asks what is in the photos of a column."""

    def __init__(self, column, fields, model, outputs):
        self._column, self._fields, self._model, self._outputs = column, fields, model, outputs

    def __call__(self, batch):
        column = batch.column(batch.schema.get_field_index(self._column))
        fields = dict(self._fields)
        if self._model is not None:
            fields["path"] = self._model.path
        results = []
        for part in _parts(column):
            results += self._answers(part, fields)
        errors = [result.get("error") for result in results]
        values = [[None if "error" in result else read(result) for result in results] for _, read in self._outputs]
        return values + [errors]

    def _answers(self, photos, fields):
        try:
            return _ask(photos, fields)
        except _ProcessEnded as failure:
            # One of them has ended the process: the others are asked again, each alone.
            if len(photos) == 1:
                return [{"error": str(failure)}]
            return [self._answers([photo], fields)[0] for photo in photos]


class _ProcessEnded(Exception):
    pass


def _ask(photos, fields):
    from .values import Request

    there = [photo for photo in photos if photo is not None]
    results = iter(())
    if there:
        request = Request()
        images = [request.file(photo) for photo in there]
        server = _server()
        try:
            results = iter(server.call(fields["op"], request, images=images, **{k: v for k, v in fields.items() if k != "op"})["results"])
        except OspreyError as error:
            if server.is_usable():
                raise
            raise _ProcessEnded(str(error)) from error
    return [{"error": "there is no photo"} if photo is None else next(results) for photo in photos]


def _parts(column):
    """The column's buffers in parts that are not too large; they are not copied."""
    part, size = [], 0
    for value in column:
        photo = value.as_buffer() if value.is_valid else None
        length = 0 if photo is None else len(photo)
        if part and (len(part) >= _PHOTOS or size + length > _BYTES):
            yield part
            part, size = [], 0
        part.append(photo)
        size += length
    if part:
        yield part


def _observations(result):
    return result["observations"]


def _feature_print(result):
    return result["featurePrint"]


class _Member:
    """A member as JSON text."""

    def __init__(self, name):
        self._name = name

    def __call__(self, result):
        return json.dumps(result[self._name], ensure_ascii=False)


class _Prediction:
    """Predicts from the columns of rows."""

    def __init__(self, model, compute_units, inputs, outputs):
        self._model, self._units, self._inputs, self._outputs = model, compute_units, inputs, outputs

    def __call__(self, batch):
        rows = batch.select([column for column, _ in self._inputs.values()]).to_pylist() if self._inputs else [{}] * batch.num_rows
        values, errors = [[] for _ in self._outputs], []
        for row in rows:
            answer, error = self._answer(row)
            errors.append(error)
            for (name, kind), column in zip(self._outputs, values):
                column.append(None if answer is None else _plain(answer.get(name), kind))
        return values + [errors]

    def _answer(self, row):
        from .values import Request

        server = _server()
        try:
            request = Request()
            inputs = {}
            for name, (column, feature) in self._inputs.items():
                value = row[column]
                # An input that may be missing is, where the row has none.
                if value is not None:
                    inputs[name] = _encoded(request, value, feature)
            return server.predict("predict", request, model=_loaded(server, self._model.path, self._units), inputs=inputs), None
        except (OspreyError, TypeError, ValueError) as error:
            return None, str(error)


def _encoded(request, value, feature):
    import numpy

    kind = None if feature is None else feature["type"]
    if kind == "image":
        return {"file": request.file(value)}
    if kind == "multiArray" and isinstance(value, list):
        array = numpy.asarray(value, feature.get("dtype", "float32"))
        shape = feature.get("shape") or []
        # Columns have no shapes but lists of lists; a flat list takes the model's.
        if array.ndim == 1 and len(shape) > 1 and array.size == numpy.prod(shape):
            array = array.reshape(shape)
        return request.encode(array, kind)
    if kind == "dictionary" and isinstance(value, list):
        value = dict(value)
    return request.encode(value, kind)


def _plain(value, kind):
    if value is None:
        return None
    if kind == "array<double>":
        import numpy

        return numpy.asarray(value, numpy.float64).ravel().tolist()
    if kind == "map<string,double>":
        return [(str(key), float(number)) for key, number in value.items()]
    if kind == "array<string>":
        return [str(element) for element in value]
    return {"double": float, "bigint": int, "string": str}[kind](value)


_process = None
_models = {}


def _server():
    """The process of this Python worker, of which an executor has one for each of its cores."""
    global _process
    if _process is None or not _process.is_usable():
        import atexit

        from .server import Server

        _models.clear()
        _process = Server(("--threads", "1"))
        atexit.register(_process.close)
    return _process


def _loaded(server, path, units):
    if (path, units) not in _models:
        _models[path, units] = server.call("load", path=path, computeUnits=units)["model"]
    return _models[path, units]
