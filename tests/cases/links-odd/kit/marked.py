def toss():
    pass
