"""`python -m generator`."""

if __name__ == "__main__":  # worker processes import this module as well
    from generator.cli import main

    main()
