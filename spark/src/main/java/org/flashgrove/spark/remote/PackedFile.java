package org.flashgrove.spark.remote;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.flashgrove.storage.file.GuardedFile;

/** Open page file of a {@link PackedDirectory}. */
final class PackedFile extends GuardedFile {
  private final PackedPages pages;

  PackedFile(String name, PackedPages pages) {
    super(name);
    this.pages = pages;
  }

  @Override
  protected long length() {
    return pages.bytes();
  }

  @Override
  protected int readRest(long offset, ByteBuffer into, int at, int length) throws IOException {
    return pages.read(offset, into.duplicate().clear(), at, length);
  }

  @Override
  protected void writeAll(long offset, ByteBuffer from, int at, int length) throws IOException {
    pages.write(offset, from.duplicate().clear(), at, length);
  }

  @Override
  protected void setLength(long sizeBytes) {
    pages.resize(sizeBytes);
  }

  @Override
  protected void force() {
    // the directory is temporary
  }

  @Override
  protected void release() {
    // the content stays in the directory
  }
}
