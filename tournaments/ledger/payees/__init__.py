"""Payment details of users, stored encrypted, and the payment codes made from them."""
