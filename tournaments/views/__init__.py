"""The addresses of tournaments."""
