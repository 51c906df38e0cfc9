package org.flashgrove.storage.framelog;

import java.nio.ByteBuffer;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.file.RawFile;

/**
 * Extends a log file with zeros after the last frame, to make small syncs faster. Without these
 * zeros, each sync would also have to make the file's new length durable. This takes about as long
 * as syncing the frames. Before large syncs no zeros are written, because writing the zeros would
 * double the work.
 *
 * <p>The caller holds the lock for writing to the file.
 */
final class LogRoom {
  /**
   * Page size of the operating system. Each write call for zeros covers one page. Linux treats the
   * data of one write call as a unit, and would write all of it again at each sync.
   */
  private static final int PAGE_BYTES = 4 << 10;

  /** A sync is small if at most this number of bytes was written since the previous sync. */
  private static final int LITTLE_BYTES = PAGE_BYTES;

  /** Number of consecutive small syncs after which zeros are written. */
  private static final int LEAST_SYNCS = 4;

  /**
   * New zeros are written when less than 1/{@code LEAST_PART} of {@link RawFile#roomBytes} is left
   * after the last frame.
   */
  private static final int LEAST_PART = 16;

  private ByteBuffer zeros; // one page, allocated when first needed
  private long end;
  private long synced;
  private int littleSyncs;

  /**
   * Sets the end of the frames and the end of the file. The bytes between these two offsets are
   * zeros.
   */
  void opened(long framesEnd, long fileEnd) {
    synced = framesEnd;
    end = fileEnd;
    littleSyncs = 0;
  }

  /**
   * Writes zeros before a sync, if the previous syncs were small and few zeros are left after the
   * last frame.
   *
   * @return number of bytes written
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

  /**
   * Truncates the zeros after the last frame, without a sync. If a power cut undoes this, the next
   * writer uses the zeros again.
   */
  void close(RawFile file, long framesEnd) {
    if (end > framesEnd) {
      file.resize(framesEnd);
      end = framesEnd;
    }
  }
}
