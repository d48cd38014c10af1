class Hand:
    def toss(self):
        return 1
