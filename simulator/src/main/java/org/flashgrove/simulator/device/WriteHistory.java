package org.flashgrove.simulator.device;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Locale;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.figures.WriteMatrix;
import org.flashgrove.simulator.ftl.space.FlashOperations;

/**
 * Last section of a device image. It contains the number of pages programmed since the device was
 * new, by origin (kind of host data, such as leaf nodes or the log) and by cause. For a flash chip,
 * the section also contains the origin of each physical page. Images of older versions end before
 * this section.
 */
final class WriteHistory {
  private static final int FORMAT = 1;
  private static final Origin[] PARTS = Origin.values();

  private WriteHistory() {}

  /**
   * Saves the section.
   *
   * @param flash flash operations of the device; null if the device saves the origins of its pages
   *     itself
   */
  static void save(DataOutputStream out, WriteMatrix writes, FlashOperations flash)
      throws IOException {
    out.writeByte(FORMAT);
    out.writeByte(PARTS.length);
    for (Origin part : PARTS) {
      out.writeUTF(part.label());
    }
    for (Origin part : PARTS) {
      for (Cause cause : Cause.values()) {
        if (writes.of(part, cause) != 0) {
          out.writeByte(part.ordinal());
          out.writeUTF(cause.label());
          out.writeLong(writes.of(part, cause));
        }
      }
    }
    out.writeByte(PARTS.length);
    for (int page = 0; page < pageCount(flash); page++) {
      out.writeByte(flash.part(page).ordinal());
    }
  }

  /**
   * Loads the section and sets the origin of each physical page. Returns the numbers of programmed
   * pages, or an empty matrix if the image ends before this section.
   *
   * @param flash flash operations of the device; null if the device loads the origins of its pages
   *     itself
   */
  static WriteMatrix load(DataInputStream in, FlashOperations flash) throws IOException {
    WriteMatrix.Counter writes = new WriteMatrix.Counter();
    int format = in.read();
    if (format < 0) {
      return writes.matrix();
    }
    if (format != FORMAT) {
      throw new IOException("a write history of format " + format + " (allowed: " + FORMAT + ")");
    }
    try {
      Origin[] parts = new Origin[in.readUnsignedByte()];
      for (int i = 0; i < parts.length; i++) {
        parts[i] = Origin.valueOf(in.readUTF().toUpperCase(Locale.ROOT));
      }
      for (int part = in.readUnsignedByte(); part != parts.length; part = in.readUnsignedByte()) {
        Cause cause = Cause.valueOf(in.readUTF().toUpperCase(Locale.ROOT));
        writes.add(parts[part], cause, in.readLong());
      }
      for (int page = 0; page < pageCount(flash); page++) {
        flash.part(page, parts[in.readUnsignedByte()]);
      }
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      throw new IOException("a damaged write history: " + e.getMessage(), e);
    }
    return writes.matrix();
  }

  private static int pageCount(FlashOperations flash) {
    return flash == null ? 0 : flash.geometry().pageCount();
  }
}
