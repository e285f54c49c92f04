"""How people are paid: what payees have entered, kept encrypted, and the codes made of it."""
