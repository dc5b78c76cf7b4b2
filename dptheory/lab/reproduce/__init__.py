"""The sources' experiments, rerun: tables and figures. One room a source."""
