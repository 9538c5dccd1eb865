import traceback


def chained():
    try:
        {}["k"]
    except KeyError as error:
        raise ValueError("v") from error


try:
    chained()
except ValueError as error:
    print(traceback.format_exception_only(error), repr(error.__cause__), error.__suppress_context__)
    text = "".join(traceback.format_exception(error))
    print(text.index("KeyError") < text.index("direct cause") < text.index("ValueError: v"))
