package org.flashgrove.datasets.file;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Output file that is written under a temporary name and renamed when it is complete. Until the
 * rename, an existing file with the final name stays unchanged. If the file is closed without
 * {@link #complete}, the temporary file is removed.
 *
 * <p>A symbolic link stays, and its target is replaced. Standard output, pipes and devices are
 * written directly.
 */
public final class OutputFile implements Closeable {
  private static final int MOST_LINKS = 40;

  private final String name;

  /** Final path of the file; null for standard output. */
  private final Path place;

  /** Temporary path. */
  private final Path written;

  private OutputFile(String name, Path place, Path written) {
    this.name = name;
    this.place = place;
    this.written = written;
  }

  /**
   * Prepares to write a file.
   *
   * @param path a file, or {@code -} for standard output, which stays open
   * @throws UncheckedIOException if the file cannot be created or replaced
   */
  public static OutputFile named(String path) {
    if (path.equals(InputFile.STANDARD_STREAM)) {
      return new OutputFile("standard output", null, null);
    }
    try {
      Path place = followed(Path.of(path));
      if (isWrittenInPlace(place)) {
        return new OutputFile(path, place, place);
      }
      if (Files.exists(place) && !Files.isWritable(place)) {
        throw new AccessDeniedException(path);
      }
      Path written = place.resolveSibling(".flashgrove-" + UUID.randomUUID() + ".tmp");
      Files.newOutputStream(written, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)
          .close();
      written.toFile().deleteOnExit(); // an interrupted program does not call close()
      return new OutputFile(path, place, written);
    } catch (IOException e) {
      throw new UncheckedIOException(path + ": cannot be created", e);
    }
  }

  /**
   * Follows symbolic links to a file, which need not exist. Stops at links to open files, such as
   * {@code /dev/stdout}, because these links do not lead to a path.
   */
  private static Path followed(Path path) throws IOException {
    Path at = path;
    for (int links = 0; links < MOST_LINKS; links++) {
      Path absolute = at.toAbsolutePath();
      Path parent = absolute.getParent();
      if (parent == null) {
        return absolute;
      }
      at = parent.toRealPath().resolve(absolute.getFileName());
      if (at.startsWith("/proc") || !Files.isSymbolicLink(at)) {
        return at;
      }
      at = at.resolveSibling(Files.readSymbolicLink(at));
    }
    throw new FileSystemLoopException(path.toString());
  }

  private static boolean isWrittenInPlace(Path place) {
    return place.startsWith("/proc") || Files.exists(place) && !Files.isRegularFile(place);
  }

  /** Returns the name of the file in messages. */
  public String name() {
    return name;
  }

  /**
   * Returns the temporary path, for formats that need a file.
   *
   * @throws IllegalArgumentException for standard output
   */
  public Path path() {
    if (written == null) {
      throw new IllegalArgumentException(name + ": is a stream; write to a file");
    }
    return written;
  }

  /** Returns the existing file that {@link #complete} will replace, or null. */
  public Path replaced() {
    return place == null || place.equals(written) || !Files.exists(place) ? null : place;
  }

  /** Returns a directory for temporary files. Their size may be about the size of this file. */
  public Path directory() {
    return place == null || place.equals(written)
        ? Path.of(System.getProperty("java.io.tmpdir"))
        : place.getParent();
  }

  /** Opens the empty file, or standard output. Closing the stream does not complete the file. */
  public OutputStream open() throws IOException {
    return written == null ? new Unclosed() : Files.newOutputStream(written);
  }

  /**
   * Renames the file, which must be closed, to its final path.
   *
   * @throws UncheckedIOException if the file cannot be moved; in this case the existing file is
   *     unchanged
   */
  public void complete() {
    if (place == null || place.equals(written)) {
      return;
    }
    try {
      if (Files.exists(place)) {
        copyPermissions();
        try (FileChannel bytes = FileChannel.open(written, StandardOpenOption.WRITE)) {
          bytes.force(true); // the bytes must be on the device before the old file is replaced
        }
      }
      try {
        Files.move(written, place, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(written, place, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": cannot be replaced", e);
    }
  }

  private void copyPermissions() throws IOException {
    try {
      Files.setPosixFilePermissions(written, Files.getPosixFilePermissions(place));
    } catch (UnsupportedOperationException e) {
      // the file system does not support permissions
    }
  }

  /** Removes the file if it is incomplete. */
  @Override
  public void close() {
    if (written != null && !written.equals(place)) {
      try {
        Files.deleteIfExists(written);
      } catch (IOException e) {
        throw new UncheckedIOException(written + ": cannot be removed", e);
      }
    }
  }

  /** Stream that keeps standard output open when it is closed. */
  private static final class Unclosed extends OutputStream {
    @Override
    public void write(int octet) {
      System.out.write(octet);
    }

    @Override
    public void write(byte[] octets, int from, int length) {
      System.out.write(octets, from, length);
    }

    @Override
    public void flush() {
      System.out.flush();
    }
  }
}
