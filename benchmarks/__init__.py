"""How fast Parlour is, measured beside OpenSpiel in the same run. `python -m benchmarks` runs all of it."""
