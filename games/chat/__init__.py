"""Table chat: messages, phrases, reactions, mutes and reports."""
