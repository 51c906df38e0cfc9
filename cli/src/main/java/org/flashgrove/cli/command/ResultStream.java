package org.flashgrove.cli.command;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Locale;

/**
 * Standard output that remembers the first failed write. A {@link PrintStream} hides failures, so
 * that results could be lost on a full disk without a message.
 */
public final class ResultStream extends PrintStream {
  private static final int BUFFER_BYTES = 8192;

  private final Target target;

  private ResultStream(Target target, Charset charset) {
    super(new BufferedOutputStream(target, BUFFER_BYTES), true, charset);
    this.target = target;
  }

  /** Creates a stream that writes to {@code target}. */
  public static ResultStream to(OutputStream target, Charset charset) {
    return new ResultStream(new Target(target), charset);
  }

  /** Returns the standard output of this process, in the encoding of {@link System#out}. */
  public static ResultStream standard() {
    String ofJava17 = System.getProperty("sun.stdout.encoding");
    String encoding = System.getProperty("stdout.encoding", ofJava17);
    Charset charset = encoding == null ? Charset.defaultCharset() : Charset.forName(encoding);
    return to(new FileOutputStream(FileDescriptor.out), charset);
  }

  /**
   * Writes all pending output. Returns the first failure of a write, or null if all output was
   * written. Returns null, too, if the reader of a pipe has closed it, because such a reader wants
   * no more results.
   */
  public IOException failure() {
    flush();
    IOException failure = target.failure;
    boolean isClosedPipe =
        failure != null
            && String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
    return isClosedPipe ? null : failure;
  }

  private static final class Target extends OutputStream {
    private final OutputStream to;
    private IOException failure;

    Target(OutputStream to) {
      this.to = to;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      try {
        to.write(bytes, from, length);
      } catch (IOException e) {
        throw remembered(e);
      }
    }

    @Override
    public void flush() throws IOException {
      try {
        to.flush();
      } catch (IOException e) {
        throw remembered(e);
      }
    }

    private IOException remembered(IOException e) {
      failure = failure == null ? e : failure;
      return e;
    }
  }
}
