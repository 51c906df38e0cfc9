package org.flashgrove.salvage.heap;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.TreeMap;
import org.flashgrove.storage.heap.HeapChanges;
import org.flashgrove.storage.heap.page.HeapCell;

/**
 * Computes the number of records that a heap file had at the newest commit. A page of the
 * free-space map states the number of records in a group of pages. The log contains the later
 * changes.
 */
final class RecordCount {
  private final int groupPages;
  private final TreeMap<Long, Group> groups = new TreeMap<>();

  private static final class Group {
    private long version;
    private long records;
    private boolean isKnown;
  }

  /**
   * Creates a count.
   *
   * @param groupPages number of pages in a group, of which the first contains the map
   */
  RecordCount(int groupPages) {
    this.groupPages = groupPages;
  }

  /** Supplies the pages of the free-space map. */
  interface MapPages {
    /** Returns the version of the current image of a page of the map, or -1 if it is lost. */
    long version(long pageId);

    /** Returns the number of records that the image states. */
    long records(long pageId);
  }

  /**
   * Notes that the heap file has a page.
   *
   * @param fromTheStart whether the log begins with the first change of the store
   * @param lastMissing newest frame that is missing from the log, or 0 if no frame is missing
   */
  void add(long pageId, boolean fromTheStart, long lastMissing, MapPages map) {
    long mapPage = pageId / groupPages * groupPages;
    if (groups.containsKey(mapPage)) {
      return;
    }
    Group group = new Group();
    groups.put(mapPage, group);
    group.version = map.version(mapPage);
    if (group.version >= 0) {
      group.records = map.records(mapPage);
      group.isKnown = group.version >= lastMissing;
    } else {
      group.isKnown = fromTheStart && lastMissing <= 0;
    }
  }

  /** Adds a change in the log; see {@link HeapChanges.Consumer}. Its page was added before. */
  void change(long frame, int kind, long pageId, byte[] bytes, int length) {
    Group group = groups.get(pageId / groupPages * groupPages);
    if (frame <= group.version) {
      return;
    }
    if (kind == HeapChanges.SEALED) {
      group.records += ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(0);
    } else if (kind == HeapChanges.INSERT) {
      group.records += length > 0 && HeapCell.isHome(bytes[0]) ? 1 : 0;
    } else if (kind == HeapChanges.REMOVE) {
      group.records--;
    }
  }

  /** Returns the number of records, or -1 if the remains of the store do not state it. */
  long records() {
    long records = 0;
    for (Group group : groups.values()) {
      if (!group.isKnown) {
        return -1;
      }
      records += group.records;
    }
    return records;
  }
}
