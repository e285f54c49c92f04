"""How languages write days and times, where the club's manner is not Django's."""
