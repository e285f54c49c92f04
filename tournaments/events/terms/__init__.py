"""Terms of an event with a stake, agreements to them, and the club's own risk."""
