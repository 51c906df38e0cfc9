package org.flashgrove.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Files of the machine, whose permissions Java sets. Without its native library, Hadoop starts a
 * process for each file that it creates.
 */
class JavaPermissions extends RawLocalFileSystem {
  /**
   * File system for {@code file:/path} like the outer class, with the checksums that Hadoop adds.
   */
  public static final class Checked extends LocalFileSystem {
    /** Called by Hadoop. */
    public Checked() {
      super(new JavaPermissions());
    }
  }

  @Override
  public void setPermission(Path path, FsPermission permission) throws IOException {
    String text = permission.toString().replace('t', 'x').replace('T', '-'); // without sticky bit
    Files.setPosixFilePermissions(pathToFile(path).toPath(), PosixFilePermissions.fromString(text));
  }
}
