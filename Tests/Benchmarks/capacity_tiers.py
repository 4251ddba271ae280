"""What Supabase asks for, in dollars a month, and the cheapest of it that holds so many people.

Source: apps/docs/content/guides/platform of github.com/supabase/supabase:
billing-on-supabase.mdx at 124cddf, compute-and-disk.mdx at 02a13c9.
"""
from dataclasses import dataclass

from capacity_day import BUSIEST_HOUR, DAYS_OF_USE

FREE_DATABASE, FREE_EGRESS, FREE_USERS = 0.5e9, 5e9, 50_000
PRO = 25
DISK, DISK_MORE = 8e9, 0.125
EGRESS, EGRESS_MORE = 250e9, 0.09
USERS, USER_MORE = 100_000, 0.00325
COMPUTE_CREDIT = 10


@dataclass
class Compute:
    """`size`: the largest database that is recommended with it."""
    name: str
    price: float
    cores: float
    size: float


# Micro to Medium share their cores: a fifth of each is counted on.
COMPUTE = [
    Compute("Micro", 10, 0.4, 10e9), Compute("Small", 15, 0.4, 50e9),
    Compute("Medium", 60, 0.4, 100e9), Compute("Large", 110, 2, 200e9),
    Compute("XL", 210, 4, 500e9), Compute("2XL", 410, 8, 1e12), Compute("4XL", 960, 16, 2e12),
    Compute("8XL", 1870, 32, 4e12), Compute("12XL", 2800, 48, 6e12),
    Compute("16XL", 3730, 64, 10e12),
]


def plan_for(users, person, day):
    database, egress = users * person, users * day.total[2] * DAYS_OF_USE
    a_day = users * DAYS_OF_USE / 30
    peak = a_day * day.total[0] * BUSIEST_HOUR / 3600
    # Twice what the calls themselves take, for PostgREST and Auth beside them.
    busy = 2 * a_day * day.core * BUSIEST_HOUR / 3600
    return (f"| {users:,} | {gigabytes(database)} | {gigabytes(egress)} | {peak:,.1f} "
            f"| {taken(users, database, egress, busy)} |")


def taken(users, database, egress, busy):
    if database <= FREE_DATABASE and egress <= FREE_EGRESS and users <= FREE_USERS and busy < 0.1:
        return "Free"
    compute = next(each for each in COMPUTE if database <= each.size and busy <= each.cores)
    parts = [
        ("compute " + compute.name, max(0, compute.price - COMPUTE_CREDIT)),
        ("disk", max(0, database - DISK) / 1e9 * DISK_MORE),
        ("egress", max(0, egress - EGRESS) / 1e9 * EGRESS_MORE),
        ("users", max(0, users - USERS) * USER_MORE),
    ]
    more = ", ".join(f"{name} ${price:,.0f}" for name, price in parts if price)
    whole = PRO + sum(price for _, price in parts)
    return f"Pro: ${whole:,.0f} a month" + (f" (${PRO}, {more})" if more else "")


def gigabytes(size):
    return f"{size / 1e9:,.1f} GB" if size >= 1e9 else f"{size / 1e6:,.0f} MB"
