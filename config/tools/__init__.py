"""Tools of developers and operators: set-up, vendored files, icons, audit of dependencies."""
