"""An evening or a season as one page that can be sent to the group: `pontoon report`.

In: an open `Ledger` of the sessions that are meant. Out: one HTML file that needs nothing else, its charts
drawn by JavaScript that it brings along. Needs the extra `report`; `narrowing` and `plain` do without.
"""
