package org.flashgrove.access;

import java.nio.ByteBuffer;
import java.util.BitSet;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;

/** A directory that notes which pages of a file are read as they were found. */
final class PageReads implements StoreDirectory {
  private final StoreDirectory directory;
  private final String watched;
  private final int pageSize;
  private final BitSet pages = new BitSet();
  private final BitSet written = new BitSet();

  PageReads(StoreDirectory directory, String watched, int pageSize) {
    this.directory = directory;
    this.watched = watched;
    this.pageSize = pageSize;
  }

  /** The pages read since the last call, those left out that had been written before. */
  BitSet take() {
    BitSet taken = (BitSet) pages.clone();
    pages.clear();
    return taken;
  }

  @Override
  public String name() {
    return directory.name();
  }

  @Override
  public boolean exists(String file) {
    return directory.exists(file);
  }

  @Override
  public RawFile create(String file, RawFile.Caching caching) {
    return directory.create(file, caching);
  }

  @Override
  public RawFile open(String file, RawFile.Caching caching) {
    RawFile opened = directory.open(file, caching);
    return file.equals(watched) ? new Watched(opened) : opened;
  }

  @Override
  public void rename(String from, String to) {
    directory.rename(from, to);
  }

  @Override
  public void delete(String file) {
    directory.delete(file);
  }

  @Override
  public void sync() {
    directory.sync();
  }

  private final class Watched implements RawFile {
    private final RawFile file;

    Watched(RawFile file) {
      this.file = file;
    }

    private int first(long offset) {
      return (int) (offset / pageSize);
    }

    private int last(long offset, int length) {
      return (int) ((offset + length - 1) / pageSize);
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
      for (int page = first(offset); page <= last(offset, length); page++) {
        pages.set(page, pages.get(page) || !written.get(page));
      }
      return file.read(offset, into, at, length);
    }

    @Override
    public void write(long offset, ByteBuffer from, int at, int length) {
      written.set(first(offset), last(offset, length) + 1);
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
}
