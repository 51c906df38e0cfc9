package org.flashgrove.spark.dataset;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.StreamCapabilities;

/**
 * Call of a Hadoop file system.
 *
 * @param <T> type of the result
 */
@FunctionalInterface
public interface FileCall<T> {
  /** Calls the file system. */
  T run() throws IOException;

  /**
   * Runs a call. Hadoop's local file system reports some failures as an {@link FSError}, which
   * callers do not catch because it is an error. This method throws an {@code IOException} instead.
   *
   * @throws IOException for every failure of the file system
   */
  static <T> T run(FileCall<T> call) throws IOException {
    try {
      return call.run();
    } catch (FSError e) {
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e);
    }
  }

  /** Syncs the written data to the device, if the file system supports it. */
  static void sync(FSDataOutputStream out) throws IOException {
    if (out.hasCapability(StreamCapabilities.HSYNC)) {
      out.hsync();
    }
  }
}
