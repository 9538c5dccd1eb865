if a:
	x = (1,
        y
  z\
 w = """
