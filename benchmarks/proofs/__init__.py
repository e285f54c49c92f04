"""What takes too long for the suite to show: that the club bears faults, and days of people."""
