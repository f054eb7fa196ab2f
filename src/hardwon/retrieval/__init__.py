"""From a query to ranked, explained, packed memories. Pure functions over what a store returns."""
