"""Rows and values of a tournament in words: the context of its pages, fragments and sockets."""
