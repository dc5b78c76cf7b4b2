"""What is to be shown, at which points it was looked at, and the state of a proof that is being written."""
