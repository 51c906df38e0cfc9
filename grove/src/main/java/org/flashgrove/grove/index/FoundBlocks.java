package org.flashgrove.grove.index;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.packed.PackedPage;

/** Blocks that were found in a damaged store, in their newest version. Reads their entries. */
public final class FoundBlocks {
  private static final int ENVELOPE = ComponentStore.ENVELOPE_BYTES;
  private static final int AT_FORM = ENVELOPE + 6;
  private static final int RESIDUAL = 2;

  private final Consumer<String> losses;
  private final PackedPage page = new PackedPage("blocks");
  private final EntryColumns entries = new EntryColumns(64, true);
  private final Map<Long, Found> found = new HashMap<>();

  /**
   * A block that was found.
   *
   * @param pages number of pages up to the last readable one
   * @param fences footer of the block, or null if the footer is lost
   */
  public record Found(long number, long sequence, int pages, BlockFences fences) {}

  /**
   * Creates an empty set of blocks.
   *
   * @param losses receives a line for each loss
   */
  public FoundBlocks(Consumer<String> losses) {
    this.losses = losses;
  }

  /** Adds a block, as {@link SalvagedIndex#block} describes it. */
  public void add(long number, long sequence, int pages, byte[] last) {
    BlockFences fences = null;
    try {
      fences = BlockFences.read(last, ENVELOPE, last.length, 1, "blocks", number);
    } catch (DamagedStoreException e) {
      // the last readable page is not a footer, so the footer is lost
    }
    found.put(number, new Found(number, sequence, pages, fences));
  }

  /** Returns all blocks, in no particular order. */
  public Collection<Found> all() {
    return found.values();
  }

  /** Returns whether a block was found. */
  public boolean contains(long number) {
    return found.containsKey(number);
  }

  /**
   * Returns whether the log is as new as the blocks. It is older if a block that it names contains
   * newer content than the log states.
   *
   * @param named blocks that are current according to the log
   */
  public boolean agreeWith(Stream<Block> named) {
    return named.noneMatch(
        block -> {
          Found there = found.get(block.number());
          boolean isNewer = there != null && there.sequence > block.sequence();
          if (isNewer) {
            losses.accept(
                "block " + block.number() + ": written again since: the log is older than it");
          }
          return isNewer;
        });
  }

  /**
   * Passes on the entries of each readable page of a block.
   *
   * @param contentPages number of pages that contain entries
   * @param expected number of entries that the block should have; 0 if unknown
   * @param sink receives the entries of one page, valid only during the call. A {@link
   *     DamagedStoreException} means that the page has impossible entries, which are then lost.
   */
  public void read(
      long number,
      long sequence,
      int contentPages,
      long expected,
      SalvagedIndex.Pages pages,
      Consumer<EntryColumns> sink) {
    long read = 0;
    for (int i = 0; i < contentPages; i++) {
      byte[] bytes = pages.read(number, i, sequence);
      if (bytes == null || bytes[AT_FORM] == RESIDUAL) {
        continue; // counted below
      }
      entries.clear();
      try {
        page.reset(bytes, ENVELOPE, bytes.length, number, i);
        if (attach(number, sequence, contentPages, i, pages)) {
          page.appendTo(entries);
        }
        sink.accept(entries);
        read += entries.size();
      } catch (DamagedStoreException e) {
        losses.accept(e.getMessage());
      }
    }
    if (expected > read) {
      losses.accept("block " + number + ": " + (expected - read) + " of " + expected + " entries");
    }
  }

  /**
   * Connects the current page with the residual pages after it, which contain the lower bits of its
   * coordinates. Returns false if one of these residual pages is lost, or if a lost page may be one
   * of them.
   *
   * @param index index of the current page in the block
   */
  private boolean attach(
      long number, long sequence, int contentPages, int index, SalvagedIndex.Pages pages) {
    int at = index;
    for (int k = 0; k < page.residualPages(); k++) {
      byte[] bytes;
      do {
        at++;
        bytes = at < contentPages ? pages.read(number, at, sequence) : null;
        if (bytes == null) {
          return false;
        }
      } while (bytes[AT_FORM] != RESIDUAL);
      page.attach(k, bytes, ENVELOPE, bytes.length);
    }
    return true;
  }
}
