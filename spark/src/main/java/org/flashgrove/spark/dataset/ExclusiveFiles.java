package org.flashgrove.spark.dataset;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * Creates files atomically under names that no other file has. If several writers use one name at
 * the same time, exactly one succeeds. Commits of datasets depend on this.
 */
final class ExclusiveFiles {
  /**
   * Prefix of the Hadoop settings that say how to create files exclusively. The name of a setting
   * is this prefix, followed by the scheme of a file system. The allowed values are {@value
   * #RENAME} and {@value #SINGLE}.
   */
  static final String SETTING = "flashgrove.commit.";

  /** Setting value for a file system whose rename never replaces a file. */
  static final String RENAME = "rename";

  /** Setting value that promises that at most one driver at a time writes to a dataset. */
  static final String SINGLE = "single";

  /** Schemes of file systems whose rename is known to be atomic and never to replace a file. */
  private static final Set<String> RENAMING = Set.of("hdfs", "webhdfs", "swebhdfs", "ofs", "o3fs");

  private final FileSystem files;
  private final Way way;

  private ExclusiveFiles(FileSystem files, Way way) {
    this.files = files;
    this.way = way;
  }

  /**
   * Renames a completely written file to its final name, in the way that suits the file system.
   * Returns false if that name is taken.
   */
  private interface Way {
    boolean take(Path complete, Path name) throws IOException;
  }

  /**
   * Returns the implementation for a file system.
   *
   * @throws IOException if neither its scheme nor a setting says how to create files exclusively
   */
  static ExclusiveFiles of(FileSystem files, Configuration configuration) throws IOException {
    String scheme = files.getUri().getScheme();
    String said = configuration.get(SETTING + scheme, "");
    boolean isLocal = files instanceof RawLocalFileSystem && scheme.equals("file");
    if (said.equals(SINGLE) || !isLocal && (said.equals(RENAME) || RENAMING.contains(scheme))) {
      return new ExclusiveFiles(files, (complete, name) -> renamed(files, complete, name));
    }
    if (isLocal && said.isEmpty()) {
      return new ExclusiveFiles(files, ExclusiveFiles::linked);
    }
    throw new IOException(
        "file system '"
            + scheme
            + "': is not known to keep writers apart; set spark.hadoop."
            + SETTING
            + scheme
            + (isLocal ? "" : " to '" + RENAME + "' if its rename never replaces a file, or")
            + " to '"
            + SINGLE
            + "' if one driver writes at a time");
  }

  private static boolean renamed(FileSystem files, Path complete, Path name) throws IOException {
    if (files.exists(name)) {
      return false;
    }
    try {
      if (files.rename(complete, name)) {
        return true;
      }
    } catch (FileAlreadyExistsException e) {
      return false;
    }
    if (!files.exists(name)) {
      throw new IOException(name + ": the file system refused a rename to it");
    }
    return false;
  }

  /** Creates a hard link, which is atomic and, unlike a rename, fails if the name is taken. */
  private static boolean linked(Path complete, Path name) throws IOException {
    try {
      Files.createLink(
          java.nio.file.Path.of(name.toUri()), java.nio.file.Path.of(complete.toUri()));
      return true;
    } catch (java.nio.file.FileAlreadyExistsException e) {
      return false;
    } catch (UnsupportedOperationException e) {
      throw new IOException(
          name
              + ": the file system has no hard links; set spark.hadoop."
              + SETTING
              + "file to '"
              + SINGLE
              + "' if one driver writes at a time",
          e);
    }
  }

  /**
   * Writes a file under a temporary name, and then renames it.
   *
   * @param name final name of the file
   * @return false if a file with this name exists; that file is left unchanged
   */
  boolean create(Path name, byte[] content) throws IOException {
    Path fresh = new Path(name.getParent(), "." + UUID.randomUUID() + ".tmp");
    try {
      return FileCall.run(
          () -> {
            files.mkdirs(name.getParent());
            try (FSDataOutputStream out = files.create(fresh, false)) {
              out.write(content);
              FileCall.sync(out);
            }
            return way.take(fresh, name);
          });
    } catch (IOException e) {
      if (has(name, content)) {
        return true; // the rename succeeded, but its result was lost
      }
      throw e;
    } finally {
      delete(fresh);
    }
  }

  private boolean has(Path name, byte[] content) {
    try (FSDataInputStream in = files.open(name)) {
      return Arrays.equals(FileCall.run(in::readAllBytes), content);
    } catch (IOException e) {
      return false;
    }
  }

  private void delete(Path fresh) {
    try {
      files.delete(fresh, false);
    } catch (IOException e) {
      // no manifest names the file, so a clean-up deletes it
    }
  }
}
