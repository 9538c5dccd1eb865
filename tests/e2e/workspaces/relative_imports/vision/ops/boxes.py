def keep(scores, limit: float):
    return scores[scores > limit].sorted_by_score()  # error: TS5001


def area(boxes):
    """Nothing scripts this function."""
    return boxes.unknown_area()
