"""Odds held against other reckonings: card by card in fractions, dealt by a real pack, and by the audit."""
