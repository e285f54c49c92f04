"""Starting a tournament with one press: its form, the plan shown before, and undoing the start."""
