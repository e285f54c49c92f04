"""What belongs to no feature: database threads, requests, money and numbers, caches."""
