package org.flashgrove.storage.framelog;

import java.nio.ByteBuffer;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.file.RawFile;

/**
 * Zeros behind the last frame of a log, written ahead where syncs have little to write each: a sync
 * of a file that has grown makes its length durable, too, which takes the medium about as long as
 * the frames do. Where syncs have much to write there is no room, which would double it.
 *
 * <p>Used under the lock of what writes to the file.
 */
final class LogRoom {
  /**
   * Bytes of a page of the operating system. Zeros are written page by page: Linux keeps what is
   * written at once together, and each sync would write all of it again.
   */
  private static final int PAGE_BYTES = 4 << 10;

  /** Most bytes of a cheap sync. */
  private static final int LITTLE_BYTES = PAGE_BYTES;

  /** Syncs with little to write, one behind the other, from which on others are expected. */
  private static final int LEAST_SYNCS = 4;

  /** Part of the room from which on there is too little left. */
  private static final int LEAST_PART = 16;

  private ByteBuffer zeros; // a page of them, when the first are written
  private long end;
  private long synced;
  private int littleSyncs;

  /** Notes a file whose frames end somewhere, and the zeros behind them at its own end. */
  void opened(long framesEnd, long fileEnd) {
    synced = framesEnd;
    end = fileEnd;
    littleSyncs = 0;
  }

  /**
   * Writes zeros before a sync, if the room ends soon and the syncs before had little to write.
   *
   * @return bytes written
   */
  int beforeSync(RawFile file, long framesEnd) {
    littleSyncs = framesEnd - synced <= LITTLE_BYTES ? littleSyncs + 1 : 0;
    synced = framesEnd;
    int more = file.roomBytes();
    boolean isEnough = end - framesEnd >= more / LEAST_PART;
    if (littleSyncs < LEAST_SYNCS || isEnough || more == 0) {
      return 0;
    }
    if (zeros == null) {
      zeros = AlignedBuffers.allocate(PAGE_BYTES);
    }
    long from = Math.max(end, framesEnd);
    end = (framesEnd + more) / PAGE_BYTES * PAGE_BYTES;
    for (long at = from; at < end; ) {
      long next = (at / PAGE_BYTES + 1) * PAGE_BYTES;
      file.write(at, zeros, 0, (int) (next - at));
      at = next;
    }
    return (int) (end - from);
  }

  /** Gives the room back, without a sync: zeros that come back with a power cut are room again. */
  void close(RawFile file, long framesEnd) {
    if (end > framesEnd) {
      file.resize(framesEnd);
      end = framesEnd;
    }
  }
}
