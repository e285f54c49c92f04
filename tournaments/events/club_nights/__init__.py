"""Club nights: members open tables, and every finished session counts."""
