debug = False
cuda = None
git_version = 'Unknown'
hip = None
