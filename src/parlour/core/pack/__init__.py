"""What card games share: packs, cards as bits, books of four, poker hands, counters, seats."""
