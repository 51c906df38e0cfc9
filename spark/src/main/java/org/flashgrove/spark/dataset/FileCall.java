package org.flashgrove.spark.dataset;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.StreamCapabilities;

/**
 * A call of a file system of Hadoop.
 *
 * @param <T> what it returns
 */
@FunctionalInterface
public interface FileCall<T> {
  /** Calls the file system. */
  T run() throws IOException;

  /**
   * Makes a call. Hadoop's file system of local files reports failures as {@link FSError}, which
   * code that handles exceptions does not see.
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

  /** Waits until what was written is on its device, where the file system can. */
  static void sync(FSDataOutputStream out) throws IOException {
    if (out.hasCapability(StreamCapabilities.HSYNC)) {
      out.hsync();
    }
  }
}
