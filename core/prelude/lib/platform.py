# Describes Python 3.11 on Linux, as sys does.
import _host


def system():
    return 'Linux'


def machine():
    return 'x86_64'


def processor():
    return ''


def node():
    return _host.host_name() if _host.active else 'localhost'


def release():
    return ''


def version():
    return ''


def platform(aliased=False, terse=False):
    return 'Linux-x86_64'


def architecture(executable='', bits='', linkage=''):
    return ('64bit', 'ELF')


def python_version():
    return '3.11.2'


def python_version_tuple():
    return ('3', '11', '2')


def python_implementation():
    return 'CPython'


def python_compiler():
    return ''
