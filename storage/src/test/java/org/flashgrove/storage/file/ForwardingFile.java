package org.flashgrove.storage.file;

import java.nio.ByteBuffer;

/** File that passes the calls which a file must support to another file. */
public class ForwardingFile implements RawFile {
  protected final RawFile file;

  protected ForwardingFile(RawFile file) {
    this.file = file;
  }

  @Override
  public String name() {
    return file.name();
  }

  @Override
  public long sizeBytes() {
    return file.sizeBytes();
  }

  @Override
  public int read(long offset, ByteBuffer into, int at, int length) {
    return file.read(offset, into, at, length);
  }

  @Override
  public void write(long offset, ByteBuffer from, int at, int length) {
    file.write(offset, from, at, length);
  }

  @Override
  public void resize(long sizeBytes) {
    file.resize(sizeBytes);
  }

  @Override
  public void reserve(long sizeBytes) {
    file.reserve(sizeBytes);
  }

  @Override
  public void sync() {
    file.sync();
  }

  @Override
  public void close() {
    file.close();
  }
}
