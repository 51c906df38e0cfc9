package org.flashgrove.simulator.ftl;

import java.util.Arrays;
import org.flashgrove.core.replacement.LinkedKeys;

/**
 * Logical pages that collection has moved while their translation pages still contain the old
 * locations. Keeps the new location of each page, in the order of the moves.
 */
final class MovedPages {
  /** Visits a moved page. */
  interface Visitor {
    void visit(int page, int location);
  }

  private final LinkedKeys pages = new LinkedKeys(64);
  private int[] locations = new int[64];

  /** Returns whether there are no such pages. */
  boolean isEmpty() {
    return pages.size() == 0;
  }

  /** Returns the page that was moved first. */
  int oldest() {
    return (int) pages.key(pages.first());
  }

  /**
   * Returns the new location of a page, or {@link TranslationPages#UNMAPPED} if it is not in this
   * collection.
   */
  int location(int page) {
    int at = pages.position(page);
    return at < 0 ? TranslationPages.UNMAPPED : locations[at];
  }

  /** Adds a page, or changes its location. */
  void put(int page, int location) {
    int at = pages.position(page);
    at = at < 0 ? pages.addLast(page) : at;
    if (at >= locations.length) {
      locations = Arrays.copyOf(locations, 2 * at);
    }
    locations[at] = location;
  }

  /**
   * Removes a page. Returns its new location, or {@link TranslationPages#UNMAPPED} if it was not in
   * this collection.
   */
  int remove(int page) {
    int at = pages.remove(page);
    return at < 0 ? TranslationPages.UNMAPPED : locations[at];
  }

  /** Visits those moved pages whose locations belong to a translation page. */
  void forEachOf(int translation, TranslationPages translations, Visitor visitor) {
    for (int at = pages.first(); at >= 0; at = pages.next(at)) {
      int page = (int) pages.key(at);
      if (translations.of(page) == translation) {
        visitor.visit(page, locations[at]);
      }
    }
  }

  /** Removes those moved pages whose locations belong to a translation page. */
  void removeAllOf(int translation, TranslationPages translations) {
    int at = pages.first();
    while (at >= 0) {
      int next = pages.next(at);
      int page = (int) pages.key(at);
      if (translations.of(page) == translation) {
        pages.remove(page);
      }
      at = next;
    }
  }
}
