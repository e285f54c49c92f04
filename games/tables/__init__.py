"""What happens at a table, without HTML and without sentences."""
