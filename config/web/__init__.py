"""What browsers and search engines ask a site for: to install it, to find it, to do without it."""
