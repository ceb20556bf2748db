"""What make_integer_cases.py is made of."""
