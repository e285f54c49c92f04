"""The house rules editor: form input to rules, and rules to form fields.

`Draft` is the editor's state between two requests. It's made from a preset or saved rules
(`Draft.of`) or from the submitted form (`Draft.read`); `fields.sections` turns it into fields.
"""
