"""The best constant in a claim: an enclosure, a closed form, and certificates for both sides."""
