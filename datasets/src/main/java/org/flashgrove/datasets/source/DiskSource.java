package org.flashgrove.datasets.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** File on disk. */
public final class DiskSource implements ByteSource {
  private final String name;
  private final FileChannel channel;
  private final long size;

  /**
   * Opens a file.
   *
   * @param name name of the file in messages
   */
  public DiskSource(Path path, String name) {
    this.name = name;
    try {
      channel = FileChannel.open(path, StandardOpenOption.READ);
    } catch (IOException e) {
      throw failed("opened", e);
    }
    try {
      size = channel.size();
    } catch (IOException e) {
      close();
      throw failed("read", e);
    }
  }

  private SourceReadException failed(String verb, IOException cause) {
    return new SourceReadException(name, "cannot be " + verb, cause);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public int read(long at, byte[] into, int offset, int count) {
    try {
      return channel.read(ByteBuffer.wrap(into, offset, count), at);
    } catch (IOException e) {
      throw failed("read", e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw failed("closed", e);
    }
  }
}
