import contextlib
import warnings


@contextlib.contextmanager
def check_warnings(*filters, **kwargs):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield caught


@contextlib.contextmanager
def check_no_warnings(case, message="", category=Warning, force_gc=False):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    case.assertEqual([one for one in caught if issubclass(one.category, category)], [])


def ignore_warnings(*, category):
    def decorate(test):
        def run(self, *args, **kwargs):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", category=category)
                return test(self, *args, **kwargs)
        run.__name__ = test.__name__
        return run
    return decorate


def check_syntax_warning(case, statement, errtext="", *, lineno=1, offset=None):
    case.skipTest("text is not run as code")
