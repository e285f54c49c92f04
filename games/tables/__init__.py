"""Tables: models, reads and services. No HTML and no sentences for readers."""
