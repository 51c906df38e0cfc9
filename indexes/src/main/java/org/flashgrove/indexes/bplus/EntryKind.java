package org.flashgrove.indexes.bplus;

import java.util.Arrays;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.spec.SpecException;

/**
 * Type of a tree's keys and number of its additional words. The tree stores both in the extra bytes
 * of its catalog.
 */
record EntryKind(KeyKind key, int furtherWords) {
  /** Returns the bytes that encode this kind. */
  byte[] bytes() {
    byte letter = (byte) key.toString().charAt(0);
    return furtherWords == 0 ? new byte[] {letter} : new byte[] {letter, (byte) furtherWords};
  }

  /**
   * Checks that an existing tree has entries of this kind.
   *
   * @param found the extra bytes in the catalog of the existing tree, which encode its entry kind
   * @throws SpecException if the tree has another type of keys
   * @throws DamagedStoreException if the bytes are invalid
   */
  void require(byte[] found) {
    if (Arrays.equals(found, bytes())) {
      return;
    }
    KeyKind other = key == KeyKind.LONG ? KeyKind.DOUBLE : KeyKind.LONG;
    if (Arrays.equals(found, new EntryKind(other, furtherWords).bytes())) {
      throw new SpecException(
          "bplus: key=" + key + " differs from the stored tree; use key=" + other);
    }
    throw new DamagedStoreException(
        "catalog", "bplus", "unknown kind of entries " + Arrays.toString(found));
  }
}
