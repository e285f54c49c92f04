"""Link previews: pictures of pages as shown by chats and social networks next to a link.

A picture shows only what a reader without an account may see.
"""
