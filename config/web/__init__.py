"""Pages and files for browsers, search engines and monitoring, and middleware for all pages."""
