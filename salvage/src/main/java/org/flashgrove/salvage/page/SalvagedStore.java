package org.flashgrove.salvage.page;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.page.PageChecksum;
import org.flashgrove.storage.page.SlotReader;
import org.flashgrove.storage.placement.Placement;
import org.flashgrove.storage.salvage.SalvageLosses;
import org.flashgrove.storage.salvage.SlotStats;

/**
 * Files of a damaged store that several structures share. The slots are scanned once for all
 * structures, because the tag of a page identifies the structure to which it belongs.
 *
 * <p>Each structure must first be added ({@link #add}). Then {@link #look} finds the pages of all
 * structures.
 */
public final class SalvagedStore {
  private final SlotReader slots;
  private final LogSalvage log;
  private final long storeTag;
  private final boolean inPlace;
  private final SalvageLosses losses;
  private final List<SalvagedPages> structures = new ArrayList<>();
  private final Map<SalvagedPages, PageKind> kinds = new LinkedHashMap<>();
  private final Set<Long> leftOut = new HashSet<>();
  private final ByteBuffer page;
  private long otherPages;
  private long blankPages;
  private long unreadablePages;
  private long unknownPages;

  /**
   * Creates the salvage of a store's files, without reading them.
   *
   * @param slots reads the slots of the page file
   * @param log reads the remaining frames of the log, or null if there is no log
   * @param losses receives a message for each slot that cannot be read
   */
  public SalvagedStore(
      SlotReader slots, LogSalvage log, long storeTag, Placement placement, SalvageLosses losses) {
    this.slots = slots;
    this.log = log;
    this.storeTag = storeTag;
    this.losses = losses;
    inPlace = placement == Placement.HOME;
    page = AlignedBuffers.allocate(slots.pageSize()).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Adds a structure whose pages {@link #look} will find.
   *
   * @param number number of the structure in the store
   * @param tag tag that binds pages to the structure
   * @param kind recognizes pages of this kind of structure
   */
  public SalvagedPages add(int number, long tag, PageKind kind) {
    SalvagedPages added = add(number, tag);
    kinds.put(added, kind);
    return added;
  }

  /** Adds a structure that has no pages in the page file. */
  public SalvagedPages add(int number, long tag) {
    SalvagedPages added = new SalvagedPages(this, number, tag);
    structures.add(added);
    return added;
  }

  /**
   * Declares the tag of a structure that is deliberately not salvaged. Intact pages with this tag
   * are not reported as lost.
   */
  public void leaveOut(long tag) {
    leftOut.add(tag);
  }

  /** Scans all slots and finds the pages of all structures. */
  public void look() {
    for (long slot = 0; slot < slots.count(); slot++) {
      if (!slots.read(slot, page)) {
        lost(slot, "cannot be read whole");
      } else if (isBlank()) {
        blankPages++;
      } else if (!PageChecksum.matches(page)) {
        lost(slot, "checksum does not match");
      } else if (!take(slot)) {
        lost(slot, "an image of another store, at a wrong place, or impossible");
      }
    }
  }

  private boolean isBlank() {
    for (int at = 0; at < page.capacity(); at += Long.BYTES) {
      if (page.getLong(at) != 0) {
        return false;
      }
    }
    return true;
  }

  private boolean take(long slot) {
    boolean isKnownKind = false;
    long tag = 0;
    for (Map.Entry<SalvagedPages, PageKind> structure : kinds.entrySet()) {
      PageKind kind = structure.getValue();
      if (kind.isOne(page)) {
        isKnownKind = true;
        tag = kind.tag(page);
        if (tag == structure.getKey().tag()) {
          return kind.take(slot, page, structure.getKey().images());
        }
      }
    }
    if (isKnownKind && !leftOut.contains(tag)) {
      return false;
    }
    otherPages++;
    if (!isKnownKind && !inPlace) {
      structures.forEach(structure -> structure.map().offer(slot, page));
    }
    return true;
  }

  private void lost(long slot, String cause) {
    unreadablePages++;
    unknownPages += slot < MapSalvage.SUPERBLOCKS && !inPlace ? 0 : 1;
    losses.add("page " + slot + ": " + cause);
  }

  /** Returns whether the scan found a page of the store or a frame of the store's log. */
  public boolean foundAnything() {
    boolean hasFrames = log != null && log.frames() > 0;
    return hasFrames || otherPages > 0 || structures.stream().anyMatch(s -> s.images().count() > 0);
  }

  /** Returns the statistics of the scan. */
  public SlotStats figures() {
    return new SlotStats(slots.count(), otherPages, blankPages, unreadablePages);
  }

  /** Returns the reader of the slots. */
  public SlotReader slots() {
    return slots;
  }

  /** Returns the collection of losses found so far. */
  public SalvageLosses losses() {
    return losses;
  }

  /** Returns whether pages are written in place. */
  public boolean isInPlace() {
    return inPlace;
  }

  LogSalvage log() {
    return log;
  }

  long storeTag() {
    return storeTag;
  }

  /**
   * Returns whether every slot could be identified. If not, an unidentified slot may have contained
   * an image that is now lost.
   */
  boolean isEverySlotKnown() {
    return unknownPages == 0;
  }
}
