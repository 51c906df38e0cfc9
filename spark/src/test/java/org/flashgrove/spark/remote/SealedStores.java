package org.flashgrove.spark.remote;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.flashgrove.access.table.Table;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.file.RawFile;

/** Seals the stores of tables that were made in a directory on disk. */
public final class SealedStores {
  private static final int SCRATCH = 1000;

  private SealedStores() {}

  /** Seals a copy of a closed store. */
  public static TableSealer.Sealed seal(Path store, OutputStream out) throws IOException {
    Path scratch = store.resolveSibling("scratch");
    try (PackedDirectory copy =
        new PackedDirectory(
            Table.optionsOf(store), new ScratchBytes(scratch, new Granted(2), SCRATCH))) {
      try (Stream<Path> files = Files.list(store)) {
        for (Path file : files.toList()) {
          copy(file, copy);
        }
      }
      return TableSealer.seal(copy, out);
    }
  }

  private static void copy(Path file, PackedDirectory to) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    String name = file.getFileName().toString();
    if (name.endsWith(".lock")) {
      return;
    }
    ByteBuffer buffer = AlignedBuffers.allocate(Math.max(1, bytes.length)).put(0, bytes);
    try (RawFile made = to.create(name, RawFile.Caching.BUFFERED)) {
      made.write(0, buffer, 0, bytes.length);
    }
  }

  /** Memory that grants the first few requests. */
  static final class Granted implements ScratchBytes.Memory {
    private int left;

    Granted(int left) {
      this.left = left;
    }

    @Override
    public boolean take(int bytes) {
      return left-- > 0;
    }

    @Override
    public void close() {
      left = 0;
    }
  }
}
