"""The treasurer's page of a club: record cash, and remind all members with overdue payments."""
