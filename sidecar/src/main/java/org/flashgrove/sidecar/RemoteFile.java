package org.flashgrove.sidecar;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.flashgrove.datasets.source.HttpFile;
import org.flashgrove.storage.file.FileRanges;
import org.flashgrove.storage.file.GuardedFile;

/** Read-only file of a store on an HTTP server. Safe for use by several threads. */
final class RemoteFile extends GuardedFile {
  /** Error message for attempts to change a file. */
  static final String READ_ONLY = "files on servers are read only";

  private final HttpFile file;

  RemoteFile(HttpFile file) {
    super(file.name());
    this.file = file;
  }

  @Override
  protected long length() {
    return file.size();
  }

  @Override
  protected int readRest(long offset, ByteBuffer into, int at, int length) {
    byte[] bytes = new byte[length];
    int done = 0;
    while (done < length) {
      int found = file.read(offset + done, bytes, done, length - done);
      if (found < 0) {
        break;
      }
      done += found;
    }
    into.put(at, bytes, 0, done);
    return done;
  }

  @Override
  public boolean readTogether(FileRanges ranges, ByteBuffer into, int depth) {
    long[] at = new long[ranges.count()];
    int[] counts = new int[ranges.count()];
    for (int i = 0; i < at.length; i++) {
      at[i] = ranges.offset(i);
      counts[i] = ranges.length(i);
    }
    file.announce(at, counts);
    for (int i = 0; i < at.length; i++) {
      ranges.setRead(i, read(at[i], into, ranges.at(i), counts[i]));
    }
    return true;
  }

  @Override
  protected void writeAll(long offset, ByteBuffer from, int at, int length) throws IOException {
    throw new IOException(READ_ONLY);
  }

  @Override
  protected void setLength(long sizeBytes) throws IOException {
    throw new IOException(READ_ONLY);
  }

  @Override
  protected void force() {
    // nothing changes
  }

  @Override
  protected void release() {
    // the directory keeps what was read
  }
}
