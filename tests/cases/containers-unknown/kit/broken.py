def toss(:
