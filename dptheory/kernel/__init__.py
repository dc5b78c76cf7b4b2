"""The trusted core: the only code that can say *proved* or *refuted*."""
