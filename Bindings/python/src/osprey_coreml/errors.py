class OspreyError(RuntimeError):
    """Why a model could not be loaded, or a prediction not be made.

    ``domain`` and ``code`` are Core ML's for its errors, ``osprey`` and 1 for others.
    """

    def __init__(self, message, domain="osprey", code=1):
        super().__init__(message)
        self.domain = domain
        self.code = code
