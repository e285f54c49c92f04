"""The table page and its socket."""
