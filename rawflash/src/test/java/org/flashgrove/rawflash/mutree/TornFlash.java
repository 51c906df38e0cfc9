package org.flashgrove.rawflash.mutree;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.flashgrove.core.flash.ForwardedFlash;
import org.flashgrove.core.flash.UncorrectablePageException;
import org.flashgrove.simulator.chip.PowerLossException;
import org.flashgrove.simulator.device.NandRawFlash;

/**
 * Flash whose error correction does not notice pages that a power cut tore: they read as part of
 * what was programmed. Bits can be flipped, too.
 */
public final class TornFlash extends ForwardedFlash {
  /** What a torn page reads as. */
  public enum Torn {
    /** It cannot be read. */
    UNREADABLE,
    /** The out-of-band area is there, and half of the content. */
    CONTENT,
    /** The content is there, and half of the out-of-band area. */
    OUT_OF_BAND,
    /** Everything is there: the cut came just too late. */
    NOTHING
  }

  private final Torn torn;
  private final Map<Integer, ByteBuffer[]> leftovers = new HashMap<>();
  private final Map<Integer, Integer> flips = new HashMap<>();

  /** Creates such flash over another one. */
  public TornFlash(NandRawFlash flash, Torn torn) {
    super(flash);
    this.torn = torn;
  }

  /** Flips the lowest bit of a byte of a page, out-of-band areas counted behind the content. */
  void flip(int page, int at) {
    flips.put(page, at);
  }

  void unflip() {
    flips.clear();
  }

  @Override
  public void read(int block, int index, ByteBuffer content, ByteBuffer oob) {
    int page = geometry().page(block, index);
    ByteBuffer[] left = leftovers.get(page);
    try {
      super.read(block, index, content, oob);
    } catch (UncorrectablePageException e) {
      if (torn == Torn.UNREADABLE || left == null) {
        throw e;
      }
      if (content != null) {
        content.put(0, left[0], 0, left[0].capacity());
      }
      if (oob != null) {
        oob.put(0, left[1], 0, left[1].capacity());
      }
    }
    Integer flip = flips.get(page);
    if (flip != null) {
      int pageBytes = geometry().pageBytes();
      ByteBuffer part = flip < pageBytes ? content : oob;
      int at = flip % pageBytes;
      if (part != null) {
        part.put(at, (byte) (part.get(at) ^ 1));
      }
    }
  }

  @Override
  public void program(int block, int index, ByteBuffer content, ByteBuffer oob) {
    try {
      super.program(block, index, content, oob);
    } catch (PowerLossException e) {
      leftovers.put(
          geometry().page(block, index),
          new ByteBuffer[] {
            part(content, torn == Torn.CONTENT), part(oob, torn == Torn.OUT_OF_BAND)
          });
      throw e;
    }
  }

  private static ByteBuffer part(ByteBuffer whole, boolean half) {
    ByteBuffer part = ByteBuffer.allocate(whole.capacity());
    for (int i = 0; i < whole.capacity(); i++) {
      part.put(i, half && i >= whole.capacity() / 4 ? (byte) 0xFF : whole.get(i));
    }
    return part;
  }

  @Override
  public void erase(int block) {
    for (int index = 0; index < geometry().pagesPerBlock(); index++) {
      leftovers.remove(geometry().page(block, index));
    }
    super.erase(block);
  }
}
