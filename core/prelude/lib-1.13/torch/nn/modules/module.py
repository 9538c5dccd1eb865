Buffer = None
