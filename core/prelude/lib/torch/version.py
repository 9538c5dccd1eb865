debug = False
cuda = None
git_version = 'Unknown'
hip = None
__version__ = '1.13.0'
