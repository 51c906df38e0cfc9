package org.flashgrove.storage.crash;

import java.util.Arrays;

/** A file's content while it is changed. */
final class Growing {
  private Sector[] sectors;
  private long sizeBytes;

  /** Starts from a content, which stays as it is. */
  Growing(FileContent from) {
    sectors = from.sectors().clone();
    sizeBytes = from.sizeBytes();
  }

  long sizeBytes() {
    return sizeBytes;
  }

  Sector sector(int number) {
    return number < sectors.length ? sectors[number] : Sector.ZERO;
  }

  /** Puts a part of a sector, inside the length or behind it. */
  void put(int number, int at, byte[] bytes, int start, int length) {
    ensure(number + 1);
    sectors[number] = sectors[number].with(at, bytes, start, length);
  }

  /** Puts a sector, inside the length or behind it. */
  void put(int number, Sector sector) {
    ensure(number + 1);
    sectors[number] = sector;
  }

  private void ensure(int count) {
    int present = sectors.length;
    if (count > present) {
      sectors = Arrays.copyOf(sectors, Math.max(count, present + present / 2));
      Arrays.fill(sectors, present, sectors.length, Sector.ZERO);
    }
  }

  /** Sets the length; what is cut off is zero should the file grow again. */
  void resize(long newSize) {
    if (newSize < sizeBytes) {
      int kept = FileContent.sectors(newSize);
      if (kept < sectors.length) {
        Arrays.fill(sectors, kept, sectors.length, Sector.ZERO);
      }
      int inLast = (int) (newSize % Sector.BYTES);
      if (inLast > 0 && kept <= sectors.length) {
        sectors[kept - 1] = sectors[kept - 1].clearedFrom(inLast);
      }
    }
    sizeBytes = newSize;
  }

  /** Returns the content as it is now, up to its length. */
  FileContent content() {
    int count = FileContent.sectors(sizeBytes);
    ensure(count);
    Sector[] exact = Arrays.copyOf(sectors, count);
    int inLast = (int) (sizeBytes % Sector.BYTES);
    if (inLast > 0 && hasBytesFrom(exact[count - 1].bytes(), inLast)) {
      exact[count - 1] = exact[count - 1].clearedFrom(inLast);
    }
    return new FileContent(exact, sizeBytes);
  }

  private static boolean hasBytesFrom(byte[] bytes, int at) {
    for (int i = at; i < bytes.length; i++) {
      if (bytes[i] != 0) {
        return true;
      }
    }
    return false;
  }
}
