"""Other variables: reflections, shifts, common scales, arcs, and equations solved for a variable."""
