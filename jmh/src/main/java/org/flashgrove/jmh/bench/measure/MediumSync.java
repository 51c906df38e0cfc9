package org.flashgrove.jmh.bench.measure;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Measures how long the storage device takes for a sync. */
public final class MediumSync {
  private static final int SYNCS = 200;
  private static final int BYTES = 4096;

  private MediumSync() {}

  /** Repeatedly appends a block to a file and syncs the file. */
  public static Measurement measure(Course course, String row) throws IOException {
    Path file = course.loadedDirectory().resolveSibling(row);
    ByteBuffer block = ByteBuffer.allocateDirect(BYTES);
    int syncs = Math.min(SYNCS, course.effort().durables());
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      Meter meter = new Meter();
      for (int i = 0; i < syncs; i++) {
        block.clear();
        channel.write(block);
        channel.force(false);
        meter.done();
      }
      return meter.end(row, syncs);
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
